/** What can be compared: the open files, and the folders that files were dropped with. */
import { files } from '../../state.ts';
import type { SideRef } from '../../worker/compare.ts';

/** The sides in the order in which they were opened. */
export function sidesOf(): readonly SideRef[] {
  const folders = new Map<string, { file: number; path: string }[]>();
  const sides: SideRef[] = [];
  for (const { id, name, folder, content } of files.value) {
    if (!content) continue;
    if (folder === undefined) {
      sides.push({ path: name, files: [{ file: id, path: '' }] });
      continue;
    }
    const within = folders.get(folder) ?? [];
    if (within.length === 0) {
      folders.set(folder, within);
      sides.push({ path: folder, files: within });
    }
    within.push({ file: id, path: name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name });
  }
  // In the order of their names, as in the command.
  for (const within of folders.values()) within.sort((a, b) => (a.path < b.path ? -1 : 1));
  return sides;
}

/** The file and the address that a place on a side names. */
export function placeOf({ files: sideFiles }: SideRef, place: string): { readonly file: string; readonly at: string } | undefined {
  const image = sideFiles.find(({ path }) => place.startsWith(path) && (place.length === path.length || place[path.length] === '!'));
  const name = image && files.value.find(({ id }) => id === image.file)?.name;
  return image && name !== undefined ? { file: name, at: place.slice(image.path.length) } : undefined;
}

/** Edits the code of a kernel: changes lines of its text and assembles it again. */
import { Bytes, CHAR, decodeText, encodeText, hex } from '../../core/bytes/index.ts';
import { type Code, type Diagnostic, diagnostic, FormatError, NOWHERE, type Outcome, Reporter, refusal } from '../../core/diag/index.ts';
import type { ElfParts, SectionPart } from '../../formats/elf/index.ts';
import { labelName, outlineOf } from '../../formats/eu/index.ts';
import { TEXT_PREFIX } from '../../formats/zebin/index.ts';
import type { CodeEdit } from './model.ts';
import { withoutMoved } from './moved.ts';
import { codeNames } from './names.ts';
import { type ParsedCode, parseCode } from './parse.ts';
import { CodePlaces, isCode } from './places.ts';
import { platformOfParts } from './platform-of-parts.ts';
import { type CodeTextLine, codeTextLines, shapeOf } from './print.ts';
import { type Reliance, Reliances } from './reliances.ts';

/**
 * Edits code of a zebin. What the zebin says about places in the code moves with them: symbols, relocations, offsets in .ze_info. Branches
 * keep their target instructions. Entry points stay aligned; instructions without effect are inserted before them. Debug information of
 * moved code is left out, with a diagnostic.
 *
 * The value is undefined if a text has an error; spans of findings in a text have the source of the edit. Throws `TypeError` if the
 * kernel does not exist, and `FormatError`: `patch/code` for code that cannot be edited, `patch/address`.
 */
export function patchCode(parts: ElfParts, kernel: string, edits: readonly CodeEdit[]): Outcome<ElfParts | undefined> {
  const section = parts.sections.find((one) => one.name === TEXT_PREFIX + kernel && isCode(one));
  if (section?.content.kind !== 'bytes') throw new TypeError(`no code is named ${kernel}`);
  const places = new CodePlaces(parts);
  const patcher = new Patcher(places, section);
  const { value: parsed, diagnostics } = patcher.apply(edits);
  if (!parsed) return { value: undefined, diagnostics };
  const edited = places.with(new Map([[section.id, parsed.code]]));
  if (!parsed.isMoved) return { value: edited, diagnostics };
  const { parts: value, diagnostics: dropped } = withoutMoved(edited, [section.name]);
  return { value, diagnostics: [...diagnostics, ...dropped] };
}

/** A run of lines from the original code or from an edit. */
interface Piece {
  readonly text: Uint8Array;
  readonly edit?: CodeEdit;
}

/** What edits make of the lines of code. */
interface Composed {
  readonly pieces: readonly Piece[];
  readonly diagnostics: Diagnostic[];
  /** What is wrong if instructions move. */
  readonly reliances: readonly Reliance[];
}

/** Lines that are joined at once: a line consists of pieces, which take more memory than its characters. */
const JOINED = 64;

class Patcher {
  private readonly section: SectionPart;
  /** The lines of the code, one by one: all of them at once would be several times as large as the code. */
  private readonly lines: () => Iterable<CodeTextLine>;
  private readonly assemble: (text: Bytes) => ParsedCode;
  /** Offsets of symbols and labels. */
  private readonly named: ReadonlyMap<string, number>;

  constructor(places: CodePlaces, section: SectionPart) {
    this.section = section;
    const platform = platformOfParts(places.parts);
    if (platform === undefined) throw this.refused('the instruction set of its device is not known');
    const { code, why } = places.of(section);
    if (why !== undefined) throw this.refused(why);
    const shape = shapeOf(code);
    if (shape.why !== undefined) throw this.refused(shape.why);
    const names = codeNames(places, section.id);
    this.lines = () => codeTextLines(code, platform, names, shape, true, new Reporter(code.bytes.length));
    this.assemble = (text) => parseCode(text, platform, names);
    const symbols = new Map(code.symbols.map(({ id, start }) => [id, start]));
    this.named = new Map([
      ...places.symbolsOf(section.id).map(({ id, name }) => [name, symbols.get(id) ?? 0] as const),
      ...outlineOf(code.bytes, platform).starts.map((offset) => [labelName(offset), offset] as const),
    ]);
  }

  apply(edits: readonly CodeEdit[]): Outcome<ParsedCode | undefined> {
    const { pieces, diagnostics, reliances } = this.compose(this.placed(edits));
    const size = pieces.reduce((sum, { text }) => sum + text.length, 0);
    const text = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
      text.set(piece.text, at);
      at += piece.text.length;
    }
    try {
      const parsed = this.assemble(Bytes.from(text));
      const parseFindings = parsed.diagnostics.map((one) => this.inEdit(one, pieces));
      if (parseFindings.some(({ severity }) => severity === 'error')) return { value: undefined, diagnostics: parseFindings };
      for (const { code, message, offset } of parsed.isMoved ? reliances : []) diagnostics.push(this.warning(code, message, offset));
      return { value: parsed, diagnostics: [...diagnostics, ...parseFindings] };
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      return { value: undefined, diagnostics: [this.inEdit(error.diagnostic, pieces)] };
    }
  }

  /** The edits by the offset of their instruction. */
  private placed(edits: readonly CodeEdit[]): ReadonlyMap<number, readonly CodeEdit[]> {
    const placed = new Map<number, CodeEdit[]>();
    for (const edit of edits) {
      const offset = this.offsetOf(edit.at);
      if (offset === undefined) throw this.fault('patch/address', `no symbol or label of the code is named ${edit.at}`);
      const list = placed.get(offset) ?? [];
      const isGone = ({ kind }: CodeEdit): boolean => kind === 'delete' || kind === 'replace';
      if (isGone(edit) && list.some(isGone)) throw this.fault('patch/address', `the instruction at ${offset} is replaced or deleted twice`);
      placed.set(offset, [...list, edit]);
    }
    return placed;
  }

  private offsetOf(at: CodeEdit['at']): number | undefined {
    if (typeof at === 'number') return at;
    return this.named.get(at) ?? (/^(0x)?[0-9a-f]{1,8}$/i.test(at) ? Number.parseInt(at, 16) : undefined);
  }

  private compose(placed: ReadonlyMap<number, readonly CodeEdit[]>): Composed {
    const pieces: Piece[] = [];
    const diagnostics: Diagnostic[] = [];
    const reliances = new Reliances();
    const missing = new Set(placed.keys());
    let kept: string[] = [];
    const keep = (): void => {
      if (kept.length > 0) pieces.push({ text: encodeText(`${kept.join('\n')}\n`) });
      kept = [];
    };
    const add = (edit: CodeEdit): void => {
      keep();
      pieces.push({ text: textOf(edit), edit });
    };
    let inserted = -1;
    for (const line of this.lines()) {
      const { offset, kind, text } = line;
      const here = placed.get(offset) ?? NONE;
      reliances.add(line, here);
      if (kind === 'instruction') missing.delete(offset);
      const isCode = kind === 'relocation' || kind === 'instruction';
      if (isCode && inserted !== offset) {
        inserted = offset;
        for (const edit of here) if (edit.kind === 'insert') add(edit);
      }
      const gone = isCode ? here.find((edit) => edit.kind === 'delete' || edit.kind === 'replace') : undefined;
      const isLost = kind === 'relocation' && (gone?.kind === 'delete' || (gone && hasRelocation(gone)));
      if (isLost && gone.kind === 'delete')
        diagnostics.push(this.warning('patch/relocation', `${text.slice(NOTE_START)} is deleted with its instruction`, offset));
      if (gone?.kind === 'replace' && kind === 'instruction') add(gone);
      else if (!isLost && !(gone && kind === 'instruction')) kept.push(text);
      if (kept.length >= JOINED) keep();
      if (kind === 'instruction') for (const edit of here) if (edit.kind === 'insert-after') add(edit);
    }
    for (const offset of missing) throw this.fault('patch/address', `no instruction begins at ${offset} (${hex(offset)})`);
    keep();
    return { pieces, diagnostics, reliances: reliances.rows };
  }

  /** Translates a finding in the whole text to the text of its edit. */
  private inEdit(diagnostic: Diagnostic, pieces: readonly Piece[]): Diagnostic {
    const path = this.section.name;
    let base = 0;
    for (const { text, edit } of pieces) {
      if (diagnostic.span.start < base + text.length) {
        if (!edit) break;
        const end = Math.min(diagnostic.span.end - base, text.length);
        return { ...diagnostic, path, span: { source: edit.source ?? '', start: diagnostic.span.start - base, end } };
      }
      base += text.length;
    }
    return { ...diagnostic, path, span: NOWHERE };
  }

  private warning(code: Code, message: string, offset: number): Diagnostic {
    return diagnostic(code, message, NOWHERE, this.section.name, { offset });
  }

  private refused(why: string): FormatError {
    return this.fault('patch/code', `the code of ${this.section.name} cannot be edited: ${why}`);
  }

  private fault(code: Code, message: string): FormatError {
    return refusal(code, this.section.name, message);
  }
}

const { newline: NEWLINE } = CHAR;
const NONE: readonly CodeEdit[] = [];
const NOTE_START = '// zebin: '.length;

/** The text of an edit, with a line feed at its end. */
function textOf({ text = '' }: CodeEdit): Uint8Array {
  const bytes = typeof text === 'string' ? encodeText(text) : text;
  if (bytes.at(-1) === NEWLINE) return bytes;
  const ended = new Uint8Array(bytes.length + 1);
  ended.set(bytes);
  ended[bytes.length] = NEWLINE;
  return ended;
}

function hasRelocation(edit: CodeEdit): boolean {
  return decodeText(textOf(edit)).includes('// zebin: relocation ');
}

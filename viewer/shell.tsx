/** The frame of every page: files, views, and the place to drop a file. */
import { BytesPage } from './pages/bytes/page.tsx';
import { ComparePage } from './pages/compare/page.tsx';
import { KernelPage } from './pages/kernel/page.tsx';
import { OverviewPage } from './pages/overview/page.tsx';
import { file, route, type View } from './state.ts';

const PAGES: Record<View, typeof OverviewPage> = { overview: OverviewPage, kernel: KernelPage, bytes: BytesPage, compare: ComparePage };

export function Shell() {
  const shown = file.value;
  const Page = PAGES[route.value.view];
  return <main>{shown ? <Page file={shown} /> : <p>Drop a file.</p>}</main>;
}

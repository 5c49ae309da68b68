/** The first screen: what a file is, whether a driver accepts it, what its kernels need, and what takes up space. */
import { useAnswer } from '../../client.ts';
import { usePages } from '../../pages.ts';
import { Name } from '../../parts/name.tsx';
import { RefusalNote } from '../../parts/refusal.tsx';
import { count } from '../../parts/shown.ts';
import { type Tab, Tabs } from '../../parts/tabs.tsx';
import { go, link, type OpenFile, route } from '../../state.ts';
import type { Result } from '../../worker/handlers.ts';
import { Contents } from './contents.tsx';
import { Coverage } from './coverage.tsx';
import { Driver } from './driver.tsx';
import { Facts, VerdictsFact } from './facts.tsx';
import { Findings } from './findings.tsx';
import { Images } from './images.tsx';
import { Kernels } from './kernels.tsx';
import { Properties } from './properties.tsx';
import { Routines } from './routines.tsx';
import { SizePicture, SizeTable } from './size.tsx';

type TabKey = 'kernels' | 'images' | 'coverage' | 'routines' | 'properties' | 'contents' | 'size' | 'findings';
type Content = Result<'open'>;

export function OverviewPage({ file }: { file: OpenFile }) {
  const { content, id } = file;
  const { at } = route.value;
  if (!content) return null;
  return at === '' ? <Overview file={file} content={content} at="" /> : <OneImage key={`${id} ${at}`} file={file} at={at} />;
}

/** The image that an address is in, as if it were a file of its own. */
function OneImage({ file, at }: { file: OpenFile; at: string }) {
  const answer = useAnswer('content', { file: file.id, at });
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <p class="page loading">…</p>;
  return <Overview file={file} {...answer.value} />;
}

/** @param at address of the image; empty for the file */
function Overview({ file: { id, name }, content, at }: { file: OpenFile; content: Content; at: string }) {
  const { format, title, size, images, kernelCount } = content;
  const findings = usePages('findings', { file: id, at });
  const properties = usePages('properties', { file: id, at });
  const routines = useAnswer('routines', { file: id, at });
  const [only] = images.rows;
  // A file without anything in it is listed as the only image of itself.
  const isSingle = images.total === 1 && only?.at === at;
  const isImage = isSingle && only.target !== undefined;
  const isVisa = format === 'visa-object' || format === 'visa-text';
  const tabs: readonly (Tab<TabKey> & { readonly there: boolean })[] = [
    { key: 'routines', title: 'Routines', there: isVisa, ...counted(routines.state === 'here' ? routines.value?.total : undefined) },
    { key: 'kernels', title: 'Kernels', there: kernelCount > 0 || isImage, count: kernelCount },
    { key: 'images', title: 'Images', there: !isSingle && !isVisa && images.total > 0, count: images.total },
    { key: 'coverage', title: 'Coverage', there: !isSingle && !isVisa && kernelCount > 0 },
    { key: 'properties', title: 'Properties', there: (properties.total ?? 0) > 0, ...counted(properties.total) },
    { key: 'contents', title: 'Contents', there: true },
    { key: 'size', title: 'Size', there: true },
    { key: 'findings', title: 'Findings', there: true, ...counted(findings.total) },
  ];
  const there = tabs.filter((tab) => tab.there);
  const chosen = there.find(({ key }) => key === route.value.tab)?.key ?? there[0]?.key ?? 'contents';
  return (
    <div class="page">
      <div class="top">
        <section aria-label="What it is">
          {at === '' ? null : (
            <p class="within">
              in{' '}
              <a href={link({ at: '' })}>
                <Name of={name} most={120} />
              </a>
            </p>
          )}
          <h1>
            <Name of={at === '' ? name : at} most={120} />
            <span class="quiet">
              {title}
              {isSingle || isVisa ? '' : images.total > 0 ? `, ${count(images.total, 'image')}` : ''}, {count(size, 'byte')}
            </span>
          </h1>
          <Facts id={id} at={at} content={content} findings={findings.rows} />
          {isSingle || isVisa || images.total === 0 || !findings.done ? null : <VerdictsFact id={id} />}
          <Driver id={id} within={at} content={content} />
        </section>
        <SizePicture id={id} at={at} isImage={isSingle} />
      </div>
      <Tabs label="Details" tabs={there} chosen={chosen} onChoose={(tab) => go({ tab })}>
        {chosen === 'kernels' ? <Kernels id={id} at={at} isImage={isImage} /> : null}
        {chosen === 'images' ? <Images id={id} /> : null}
        {chosen === 'coverage' ? <Coverage id={id} /> : null}
        {chosen === 'routines' ? <Routines answer={routines} /> : null}
        {chosen === 'properties' ? <Properties pages={properties} /> : null}
        {chosen === 'contents' ? <Contents key={at} id={id} root={at} /> : null}
        {chosen === 'size' ? <SizeTable id={id} at={at} /> : null}
        {chosen === 'findings' ? <Findings pages={findings} /> : null}
      </Tabs>
    </div>
  );
}

function counted(total: number | undefined): { readonly count?: number } {
  return total === undefined ? {} : { count: total };
}

/** What is shown before there is a file: what will be there, and an example of it. */
import example from '../../../test/fixtures/zebin/igc2/bmg/device-barrier.zebin?inline';
import { openFiles } from '../../incoming.ts';
import { go } from '../../state.ts';
import { Sketch } from './sketch.tsx';

export function EmptyPage({ onPick }: { onPick(): void }) {
  return (
    <section class="empty-page">
      <h1>Drop an Intel GPU program binary</h1>
      <p>
        or{' '}
        <button type="button" class="primary" onClick={onPick}>
          choose files
        </button>{' '}
        or paste one, or{' '}
        <button type="button" onClick={() => void openExample()}>
          open an example
        </button>
        . Nothing leaves this machine: the page cannot connect to anything.
      </p>
      <Sketch />
      <dl>
        {TAKES.map(([what, where]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{where}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        Two files are compared kernel by kernel. <kbd>?</kbd> lists the keys.
      </p>
    </section>
  );
}

/** A kernel with loops and waits, compiled for Battlemage. */
async function openExample(): Promise<void> {
  const base64 = example.slice(example.indexOf(',') + 1);
  await openFiles([new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], 'example.zebin')]);
  go({ view: 'kernel' });
}

const TAKES: readonly (readonly [what: string, where: string])[] = [
  ['A zebin', 'the output of ocloc, IGC or the driver: .bin, .zebin, files of the driver’s caches'],
  ['A container of them', 'fat ocloc archives (.ar), OffloadBinary, clang bundles, SYCLBIN'],
  ['A program or library', 'ELF or PE with SYCL or OpenMP images: executables, .so, .dll, .o'],
  ['A text', '.visaasm, .ze_info, a SYCL property file: dropped or pasted'],
  ['A vISA object', '.isa, as IGC dumps it'],
];

/** Parts of the page that may fail separately: a failure is reported in their place. */
import { Component, type ComponentChildren, type FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Refusal } from '../worker/handlers.ts';
import { RefusalNote } from './refusal.tsx';

interface SafeProps {
  /** Subject of the sentence `… cannot be shown`. */
  readonly what: string;
  readonly children: ComponentChildren;
}

/** Draws its children or, when one of them throws while it is drawn, a note. */
export class Safe extends Component<SafeProps, { refusal?: Refusal }> {
  static override getDerivedStateFromError(error: unknown): { refusal: Refusal } {
    return { refusal: refusalOf(error) };
  }

  override render() {
    const { refusal } = this.state;
    return refusal ? <RefusalNote what={`${this.props.what} cannot be shown`} refusal={refusal} /> : this.props.children;
  }
}

/**
 * A component that is loaded when it is first drawn, for optional parts of a page: if its library fails to load, a note is shown in its
 * place.
 */
export function later<P extends object>(what: string, load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  return function Later(props: P) {
    const [loaded, setLoaded] = useState<{ readonly Part: FunctionComponent<P> } | { readonly refusal: Refusal }>();
    useEffect(() => {
      let current = true;
      load().then(
        (Part) => current && setLoaded({ Part }),
        (error: unknown) => current && setLoaded({ refusal: refusalOf(error) }),
      );
      return () => {
        current = false;
      };
    }, []);
    if (!loaded) return <p class="loading">…</p>;
    if ('refusal' in loaded) return <RefusalNote what={`${what} cannot be shown`} refusal={loaded.refusal} />;
    return (
      <Safe what={what}>
        <loaded.Part {...props} />
      </Safe>
    );
  };
}

function refusalOf(error: unknown): Refusal {
  return { message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
}

/** The fields of an argument. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { shown } from '../../parts/shown.ts';
import type { FormParameter, RunForm } from '../../worker/run/messages.ts';
import { ADDRESSING, type ArgumentValue, FILLS, FILTERS, type FillWord, SHORT_NAMES } from './argument.ts';

interface Props {
  readonly parameter: FormParameter;
  readonly value: ArgumentValue;
  readonly form: RunForm;
  onChange(to: Partial<ArgumentValue>): void;
  /** What is wrong with it. */
  readonly children?: ComponentChildren;
}

const KINDS = { buffer: 'pointer', value: 'value', local: 'local memory', image: 'image', sampler: 'sampler' } as const;
const ACCESS = { readonly: 'read', writeonly: 'written', readwrite: 'read and written' } as const;

export function Argument(props: Props) {
  const { parameter, children } = props;
  const { index, name, type, kind, size, access, used } = parameter;
  const words = [
    kind === null ? '' : kind === 'value' && size !== null ? `value, ${size} bytes` : KINDS[kind],
    used ? (access === null ? '' : ACCESS[access]) : 'the code does not use it',
  ].filter((word) => word !== '');
  return (
    <fieldset class="argument">
      <legend>
        <span class="index">{index}</span> <code>{shown([type, name].filter((word) => word !== null).join(' '), 80)}</code>{' '}
        <span class="quiet">{words.join(', ')}</span>
      </legend>
      <Fields {...props} />
      {children}
    </fieldset>
  );
}

function Fields({ parameter, value, form, onChange }: Props) {
  const label = (what: string) => `${what} of argument ${parameter.index}${parameter.name === null ? '' : ` (${parameter.name})`}`;
  switch (parameter.kind) {
    case 'value':
    case 'local':
      return (
        <Text
          label={label(parameter.kind === 'local' ? 'Size' : 'Value')}
          wide
          value={value.text}
          placeholder={`${amount(parameter)}; or ${parameter.kind === 'local' ? 'f32[256]' : '1,2,3,4, or hex:00ff'}`}
          onInput={(text) => onChange({ text })}
        />
      );
    case 'buffer':
      return (
        <>
          <Fill label={label('Content')} parameter={parameter} value={value} onChange={onChange} />
          {value.fill === 'default' || value.fill === 'null' ? null : (
            <>
              <Select
                label={label('Type')}
                value={value.type}
                options={Object.values(SHORT_NAMES)}
                onChange={(type) => onChange({ type })}
              />
              <Text
                label={label('Count')}
                value={value.count}
                placeholder={value.fill === 'file' || value.fill === 'values' ? 'count' : 'one per item'}
                onInput={(text) => onChange({ count: text })}
              />
            </>
          )}
          <Numbers label={label} value={value} onChange={onChange} />
        </>
      );
    case 'image':
      return (
        <>
          <Fill label={label('Content')} parameter={parameter} value={value} onChange={onChange} />
          {value.fill === 'default' ? null : (
            <>
              <Text
                label={label('Size')}
                value={value.size}
                placeholder={form.dimensions[parameter.dim ?? '']?.join('x') ?? ''}
                onInput={(size) => onChange({ size })}
              />
              <Select
                label={label('Channel type')}
                value={value.channel}
                options={form.channels}
                onChange={(channel) => onChange({ channel })}
              />
              <Select label={label('Channel order')} value={value.order} options={form.orders} onChange={(order) => onChange({ order })} />
            </>
          )}
          <Numbers label={label} value={value} onChange={onChange} />
        </>
      );
    case 'sampler':
      return (
        <>
          <Select
            label={label('Addressing')}
            value={value.addressing}
            options={ADDRESSING}
            onChange={(addressing) => onChange({ addressing })}
          />
          <Select label={label('Filter')} value={value.filter} options={FILTERS} onChange={(filter) => onChange({ filter })} />
          <label>
            <input
              type="checkbox"
              aria-label={label('Normalized coordinates')}
              checked={value.normalized}
              onChange={(event) => onChange({ normalized: event.currentTarget.checked })}
            />{' '}
            normalized
          </label>
        </>
      );
    default:
      return null;
  }
}

/** Of `a pointer: 4096 bytes of zero`, what comes after the kind. */
const amount = ({ default: words }: FormParameter): string => words.replace(/^an? [^:]*: /, '').replace(/^local memory: /, '');

interface FillProps {
  readonly value: ArgumentValue;
  onChange(to: Partial<ArgumentValue>): void;
}

function Fill({ label, parameter, value, onChange }: FillProps & { label: string; parameter: FormParameter }) {
  const words = (Object.keys(FILLS) as FillWord[]).filter((word) => word !== 'null' || parameter.kind === 'buffer');
  return (
    <select aria-label={label} value={value.fill} onChange={(event) => onChange({ fill: event.currentTarget.value as FillWord, text: '' })}>
      {words.map((word) => (
        <option key={word} value={word}>
          {word === 'default' ? `default: ${amount(parameter)}` : FILLS[word]}
        </option>
      ))}
    </select>
  );
}

const HINTS: { readonly [W in FillWord]?: readonly [what: string, hint: string] } = {
  iota: ['Start and step', '0 1'],
  random: ['Seed and ends', 'seed, lowest, highest'],
  values: ['Numbers', '1, 2, 3'],
};

/** What a fill needs besides its word: numbers, or a file. */
function Numbers({ label, value, onChange }: FillProps & { label(what: string): string }) {
  const picker = useRef<HTMLInputElement>(null);
  const hint = HINTS[value.fill];
  if (hint) return <Text label={label(hint[0])} value={value.text} placeholder={hint[1]} wide onInput={(text) => onChange({ text })} />;
  if (value.fill !== 'file') return null;
  const onDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    // Else the page would open it.
    event.preventDefault();
    onChange({ file });
  };
  return (
    <>
      <button type="button" aria-label={label('File')} onClick={() => picker.current?.click()} onDrop={onDrop}>
        {value.file ? shown(value.file.name, 40) : 'Choose a file, or drop it here…'}
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file) onChange({ file });
        }}
      />
    </>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly wide?: boolean;
  onInput(text: string): void;
}

function Text({ label, value, placeholder, wide, onInput }: TextProps) {
  return (
    <input
      class={wide ? 'wide' : undefined}
      aria-label={label}
      value={value}
      placeholder={placeholder}
      spellcheck={false}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  onChange(value: string): void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

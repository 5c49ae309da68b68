import { ByNumber } from '../../core/bytes/index.ts';
import { COST, type Reporter } from '../../core/diag/index.ts';
import type { DebugSections } from './sections.ts';
import { ATTRIBUTES, type AttributeName, FORMS, TAGS, type TagName } from './table.ts';

const SECTION = '.debug_abbrev';
const allTags = new Map<number, TagName>(TAGS.map((row) => [row.value, row.name]));
const tagsOfCode = new Map<number, TagName>(TAGS.flatMap((row) => ('of' in row ? [] : [[row.value, row.name]])));
const names = new Map<number, AttributeName>(ATTRIBUTES.map((row) => [row.value, row.name]));
const IMPLICIT = FORMS.find((row) => row.name === 'DW_FORM_implicit_const')?.value;

/** The attributes of entries with one abbreviation code. Tags and attributes that are not used have no name. */
export interface Abbreviation {
  readonly code: number;
  readonly tag: TagName | undefined;
  readonly children: boolean;
  readonly attributes: readonly { readonly name: AttributeName | undefined; readonly form: number; readonly implicit?: number }[];
}

/** Abbreviation tables, each read once and charged to the budget, because a file can have many overlapping tables. */
export class Abbreviations {
  private readonly tables = new Map<number, ByNumber<Abbreviation>>();
  private readonly sections: DebugSections;
  private readonly out: Reporter;

  private readonly tags: ReadonlyMap<number, TagName>;

  /** @param withVariables whether entries of variables and types are read too */
  constructor(sections: DebugSections, out: Reporter, withVariables: boolean) {
    this.sections = sections;
    this.out = out;
    this.tags = withVariables ? allTags : tagsOfCode;
  }

  /** The abbreviation with a code, in the table at an offset. Throws `FormatError` if the table cannot be read. */
  get(table: number, code: number): Abbreviation | undefined {
    let abbreviations = this.tables.get(table);
    if (!abbreviations) {
      abbreviations = this.read(table);
      this.tables.set(table, abbreviations);
    }
    return abbreviations.get(code);
  }

  private read(table: number): ByNumber<Abbreviation> {
    const abbreviations: Abbreviation[] = [];
    const cursor = this.sections.cursor(SECTION, table);
    const { bytes } = this.sections.open(SECTION);
    while (cursor.at < cursor.end && !this.out.exhausted) {
      const start = cursor.at;
      const code = cursor.uleb();
      if (code === 0) break;
      const tag = this.tags.get(cursor.uleb());
      const children = cursor.u8() !== 0;
      const attributes: Abbreviation['attributes'][number][] = [];
      for (;;) {
        const name = cursor.uleb();
        const form = cursor.uleb();
        const implicit = form === IMPLICIT ? { implicit: cursor.sleb() } : {};
        if (name === 0 && form === 0) break;
        attributes.push({ name: names.get(name), form, ...implicit });
      }
      abbreviations.push({ code, tag, children, attributes });
      this.out.charge(COST.entry * (1 + attributes.length), bytes.span(start, cursor.at), SECTION);
    }
    return new ByNumber(abbreviations, (one) => one.code);
  }
}

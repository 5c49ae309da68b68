/** The text of ze_info: outline and blocks of its tree, and where a kernel that is named is described. */
import { Reporter } from '../core/diag/index.ts';
import { once } from '../core/schema/index.ts';
import { keyText, scalarText, type YamlNode } from '../formats/yaml/index.ts';
import { decodeZeInfo, printZeInfo, validateZeInfo } from '../formats/zeinfo/index.ts';
import type { NameUse, OutlineEntry, TextBlock, TextModel, TextPlace, TextRange } from './model.ts';
import type { PlacedText } from './placed-text.ts';

export function readZeInfoText(text: PlacedText): TextModel {
  return new ZeInfoText(text);
}

interface Named {
  readonly name: string;
  readonly list: string;
  readonly range: TextRange;
}

class ZeInfoText implements TextModel {
  readonly findings: TextModel['findings'];
  private readonly text: PlacedText;
  private readonly zeInfo;
  private readonly named;

  constructor(text: PlacedText) {
    this.text = text;
    const out = new Reporter(text.bytes.length);
    this.zeInfo = decodeZeInfo(text.bytes, out);
    this.findings = text.findings([...out.diagnostics, ...validateZeInfo(this.zeInfo)]);
    this.named = once(() => this.names());
  }

  outline(): OutlineEntry[] {
    return this.entriesOf(this.zeInfo.document.root);
  }

  blocks(): TextBlock[] {
    const blocks: TextBlock[] = [];
    const visit = (node: YamlNode): void => {
      const [first, last] = [node.keyStart < 0 ? node.start : node.keyStart, node.end].map((offset) => this.text.lineOf(offset));
      if (first !== undefined && last !== undefined && last > first) blocks.push({ first, last });
      for (const item of node.items) visit(item);
    };
    for (const item of this.zeInfo.document.root.items) visit(item);
    return blocks;
  }

  definitions(at: TextPlace): TextRange[] {
    const name = this.nameAt(at);
    return this.named()
      .filter((one) => one.name === name?.name && one.list === 'kernels')
      .map(({ range }) => range);
  }

  uses(at: TextPlace): NameUse[] {
    const name = this.nameAt(at);
    return this.named()
      .filter((one) => one.name === name?.name)
      .map(({ range, list }) => ({ range, role: list === 'kernels' ? 'write' : 'read' }));
  }

  hints(): [] {
    return [];
  }

  /** As the compiler writes it; comments would be lost, and what is not read. */
  formatted(): string | undefined {
    if (this.findings.some(({ severity }) => severity === 'error') || /(^|\s)#/m.test(this.text.text)) return undefined;
    return printZeInfo(this.zeInfo.container);
  }

  private entriesOf(node: YamlNode): OutlineEntry[] {
    const { document } = this.zeInfo;
    return node.items.map((item, i) => {
      const own = item.items.find((one) => one.kind === 'scalar' && one.keyStart >= 0 && keyText(document, one) === 'name');
      const start = item.keyStart < 0 ? item.start : item.keyStart;
      const isScalar = item.kind === 'scalar';
      return {
        name:
          item.keyStart >= 0 ? keyText(document, item) : own ? scalarText(document, own) : isScalar ? scalarText(document, item) : `[${i}]`,
        detail: isScalar && item.keyStart >= 0 ? scalarText(document, item) : '',
        kind: isScalar ? 'value' : own ? 'function' : 'object',
        range: this.text.range(start, item.end),
        at: this.text.range(start, item.keyStart < 0 ? Math.min(item.end, this.text.lineEnd(this.text.lineOf(start))) : item.keyEnd),
        children: this.entriesOf(item),
      };
    });
  }

  /** The names of kernels and functions in the lists of the text. */
  private names(): Named[] {
    const { document } = this.zeInfo;
    return document.root.items.flatMap((list) =>
      list.items.flatMap((item) =>
        item.items
          .filter((one) => one.kind === 'scalar' && one.keyStart >= 0 && keyText(document, one) === 'name')
          .map((one) => ({
            name: scalarText(document, one),
            list: keyText(document, list),
            range: this.text.range(one.start, one.end),
          })),
      ),
    );
  }

  private nameAt({ line, character }: TextPlace): Named | undefined {
    return this.named().find(
      ({ range: { start, end } }) => start.line === line && start.character <= character && character <= end.character,
    );
  }
}

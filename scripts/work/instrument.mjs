// @ts-check
/**
 * Puts a counter into every function and every loop of a module, and counts what the language copies by itself: spreads, templates and what
 * regular expressions scan. The counts are the same in every run, on every machine.
 */
import { parseAst } from 'rolldown/parseAst';

/**
 * @typedef {{ readonly at: number, readonly text: string, readonly side: 0 | 1, readonly order: number }} Insertion
 *
 * A place that counts.
 * @typedef {{ readonly name: string, readonly what: 'function' | 'loop' | 'arguments', readonly at: number }} Site
 */

const LOOPS = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement']);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * @param {string} code of a module, in JavaScript
 * @param {string} key under which the counters of the module are kept
 * @returns {{ code: string, sites: Site[] }}
 */
export function instrument(code, key) {
  /** @type {Site[]} */
  const sites = [];
  /** @type {Insertion[]} */
  const insertions = [];
  /** @type {[start: number, end: number][]} */
  const cuts = [];
  const around = (/** @type {any} */ node, /** @type {string} */ before, /** @type {string} */ after) => {
    // What encloses more stands outside, and what ends somewhere ends before the next begins there.
    insertions.push(
      { at: node.start, text: before, side: 1, order: -node.end },
      { at: node.end, text: after, side: 0, order: -node.start },
    );
  };
  const enter = (/** @type {number} */ at, /** @type {string} */ text) =>
    insertions.push({ at, text, side: 1, order: Number.NEGATIVE_INFINITY });
  const count = (/** @type {string} */ name, /** @type {Site['what']} */ what, /** @type {number} */ at) =>
    `$w[${sites.push({ name, what, at }) - 1}]++`;

  /**
   * @param {any} node @param {string} within name of the function around it @param {string} called what the node is assigned to @param
   * {boolean} isCall that contains the node
   */
  const visit = (node, within, called, isCall) => {
    let name = within;
    if (FUNCTIONS.has(node.type)) {
      name = node.id?.name ?? (called || `${within}/…`);
      const { body } = node;
      if (body?.type === 'BlockStatement') enter(body.start + 1, `${count(name, 'function', node.start)};`);
      else if (body) around(body, `(${count(name, 'function', node.start)},`, ')');
    } else if (LOOPS.has(node.type)) {
      const { body } = node;
      if (body.type === 'BlockStatement') enter(body.start + 1, `${count(name, 'loop', node.start)};`);
      else around(body, `{${count(name, 'loop', node.start)};`, '}');
    } else if (node.type === 'SpreadElement') {
      const site = isCall ? sites.push({ name, what: 'arguments', at: node.start }) - 1 : -1;
      around(node.argument, '$work.spread(', isCall ? `,${JSON.stringify(`${key}:${site}`)})` : ')');
    } else if (node.type === 'TemplateLiteral' && node.expressions.length > 0) around(node, '$work.text(', ')');
    else if (node.type === 'CallExpression' && isMatch(node)) {
      const { property } = node.callee;
      // From the dot to the bracket, `.exec(`, is replaced; around the object there may be brackets.
      const dot = code.lastIndexOf('.', property.start);
      insertions.push({ at: node.start, text: `$work.${property.name}(`, side: 1, order: -node.end + 0.5 });
      insertions.push({ at: dot, text: ',', side: 0, order: 0 });
      cuts.push([dot, code.indexOf('(', property.end) + 1]);
    }
    const inCall = node.type === 'CallExpression' || node.type === 'NewExpression';
    const tagged = node.type === 'TaggedTemplateExpression';
    for (const [field, child] of Object.entries(node)) {
      if (tagged && field === 'quasi') continue;
      const names = nameFor(node, field);
      for (const one of Array.isArray(child) ? child : [child]) if (typeof one?.type === 'string') visit(one, name, names, inCall);
    }
  };
  visit(parseAst(code), 'module', '', false);
  return {
    code: `const $work = globalThis.$work, $w = $work.sites(${JSON.stringify(key)}, ${sites.length});${apply(code, insertions, cuts)}`,
    sites,
  };
}

/** `x.exec(y)` and `x.test(y)`. @param {any} node */
function isMatch({ callee, arguments: args, optional }) {
  return (
    callee.type === 'MemberExpression' &&
    !callee.computed &&
    !callee.optional &&
    !optional &&
    ['exec', 'test'].includes(callee.property.name) &&
    args.length === 1 &&
    args[0].type !== 'SpreadElement'
  );
}

/** What a function would be called that is in this field. @param {any} node @param {string} field */
function nameFor(node, field) {
  if (field === 'init' || field === 'right') return node.id?.name ?? node.left?.name ?? '';
  return field === 'value' ? (node.key?.name ?? '') : '';
}

/**
 * @param {string} code
 * @param {Insertion[]} insertions
 * @param {[start: number, end: number][]} cuts
 */
function apply(code, insertions, cuts) {
  insertions.sort((a, b) => a.at - b.at || a.side - b.side || a.order - b.order);
  cuts.sort(([a], [b]) => a - b);
  /** @type {string[]} */
  const pieces = [];
  let [from, cut] = [0, 0];
  const copy = (/** @type {number} */ to) => {
    for (let next = cuts[cut]; next && next[0] < to; next = cuts[++cut]) {
      pieces.push(code.slice(from, next[0]));
      from = next[1];
    }
    pieces.push(code.slice(from, to));
    from = to;
  };
  for (const { at, text } of insertions) {
    copy(at);
    pieces.push(text);
  }
  copy(code.length);
  return pieces.join('');
}

/** The worker: texts as the library reads them, one answer at a time. */
import { readText, type TextModel } from '../../../../src/internal.ts';
import type { Answer, QuestionName, Request, TextKey } from '../protocol.ts';
import { OTHER, TEXT } from './answers.ts';

interface KnownText {
  readonly version: number;
  readonly text: string;
  /** As it was read with a language and a platform. */
  read?: { readonly as: string; readonly model: TextModel };
}

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;
const texts = new Map<string, KnownText>();

function modelOf({ uri, version, language, platform }: TextKey): TextModel {
  const known = texts.get(uri);
  if (known?.version !== version) throw new Error(`${uri} is not here as of version ${version}`);
  const as = `${language} ${platform}`;
  if (known.read?.as !== as) known.read = { as, model: readText(language, known.text, { platform }) };
  return known.read.model;
}

function answerTo(name: QuestionName, key: TextKey | undefined, params: unknown): unknown {
  if (key !== undefined) return TEXT[name as keyof typeof TEXT](modelOf(key), params as never);
  return OTHER[name as keyof typeof OTHER](params as never);
}

scope.onmessage = ({ data }: MessageEvent<Request>) => {
  if (data.kind === 'text') texts.set(data.uri, { version: data.version, text: data.text });
  else if (data.kind === 'close') texts.delete(data.uri);
  else {
    const { id, name, key, params } = data;
    let answer: Answer;
    try {
      answer = { id, value: answerTo(name, key, params) };
    } catch (error) {
      answer = { id, refusal: error instanceof Error ? error.message : String(error) };
    }
    scope.postMessage(answer);
  }
};

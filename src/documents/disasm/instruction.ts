/** Instructions as data. */
import { type Instruction, type InstructionElement, instructionElement, type Message, messageOf } from '../../formats/eu/index.ts';

/**
 * An instruction, with the keys and values of `iga64 -d -Xprint-json`: `op` is the mnemonic, `dst` and `srcs` are the operands, `es` is the
 * number of channels. `message` is not in that document.
 */
export interface InstructionJson extends InstructionElement {
  /** The request of a send; absent for other instructions, and if a register holds the descriptor. */
  readonly message?: MessageJson;
}

/** A message; members that it does not have are absent. Sizes are in bits unless the name says otherwise. */
export type MessageJson = { readonly [Name in Exclude<keyof Message, 'isSyntax'>]?: Exclude<Message[Name], undefined> };

/** An instruction with its number in the code; `undefined` for a word that is not an instruction. */
export function instructionJson(instruction: Instruction, platform: number, id: number): InstructionJson | undefined {
  const element: ({ message?: MessageJson } & InstructionElement) | undefined = instructionElement(instruction, platform, id);
  const message = element && messageOf(instruction, platform);
  // The element was made here. A copy with one member more would take V8 as long as all of it.
  if (element && message) element.message = messageJson(message);
  return element;
}

function messageJson(message: Message): MessageJson {
  const json: Record<string, unknown> = {};
  for (const name in message) {
    const value = message[name as keyof Message];
    if (value !== undefined && name !== 'isSyntax') json[name] = value;
  }
  return json;
}

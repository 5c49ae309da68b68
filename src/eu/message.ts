import type { Instruction } from './model.ts';

export const messageComment = (_instruction: Instruction, _platform: number): string => 'TODO';

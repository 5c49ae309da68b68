import { bytesEqual } from '../bytes/index.ts';

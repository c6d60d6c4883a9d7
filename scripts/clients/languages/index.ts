/** Generators of clients in other languages than TypeScript. They need tools that a machine may lack, and run only on request. */
import type { ClientGenerator } from '../generator';

export const LANGUAGES: readonly ClientGenerator[] = [];

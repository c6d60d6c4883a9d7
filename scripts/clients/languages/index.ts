/**
 * Generators of clients in other languages than TypeScript. They need tools that a machine may lack, and run only on
 * request.
 */
import type { ClientGenerator } from '../generator';
import { oapiCodegen, openapiGeneratorGo } from './go';
import { openapiGeneratorJava } from './java';
import { openapiGeneratorTypescript } from './openapiGenerator';
import { datamodelCodeGenerator, openapiGeneratorPython, openapiPythonClient } from './python';
import { openapiGeneratorRust } from './rust';

export const LANGUAGES: readonly ClientGenerator[] = [
  openapiGeneratorTypescript,
  openapiGeneratorPython,
  openapiPythonClient,
  datamodelCodeGenerator,
  openapiGeneratorGo,
  oapiCodegen,
  openapiGeneratorJava,
  openapiGeneratorRust,
];

#!/usr/bin/env node
import { createProgram } from './cli/program';

createProgram()
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`culprit: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });

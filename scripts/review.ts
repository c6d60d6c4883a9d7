/**
 * Compares the contract with the one it grew from, and says what that means for clients.
 *
 *   npm run contract:review                           with where this branch left main
 *   npm run contract:review -- --base v1.2.0          with any commit
 *   npm run contract:review -- --format markdown      for the summary of a pull request
 *
 * Exit code 1: it breaks clients and does not say so on purpose, or something given was wrong.
 */
import { ContractError } from './contract/redocly';
import { reviewContract } from './review/command';

reviewContract(process.cwd(), process.argv.slice(2)).then(
  ({ page, isAccepted }) => {
    process.stdout.write(page);
    if (!isAccepted) process.exitCode = 1;
  },
  (error: unknown) => {
    console.error(error instanceof ContractError ? error.message : error);
    process.exitCode = 1;
  },
);

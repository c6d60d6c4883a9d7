/**
 * Compares the contract with an earlier one, and describes the consequences for clients.
 *
 *   npm run contract:review                           with the commit where this branch left main
 *   npm run contract:review -- --base v1.2.0          with any commit
 *   npm run contract:review -- --format markdown      for the summary of a pull request
 *
 * Exit code 1: the change breaks clients without an announcement, or an argument was wrong.
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

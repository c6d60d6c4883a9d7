import { operations } from '../../generated/handlers';
import type { OperationId } from '../../src/api/contractTypes';
import type { OperationContext } from '../../src/api/operation';

/**
 * Calls `act` when the next request of an operation has been found valid, just before one of its transactions.
 * @param number the first one, if it is omitted
 */
export function beforeWrite(id: OperationId, act: () => Promise<void>, number = 1): void {
  const operation: { handle: (context: OperationContext) => Promise<unknown> } = operations[id];
  const handle = operation.handle.bind(operation);
  jest.spyOn(operation, 'handle').mockImplementationOnce((context) => {
    const { write } = context;
    if (write === undefined) throw new Error(`${id} only reads`);
    let begun = 0;
    context.write = async (work, ...given) => {
      begun += 1;
      if (begun === number) await act();
      return write(work, ...given);
    };
    return handle(context);
  });
}

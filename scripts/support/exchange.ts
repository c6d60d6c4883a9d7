import type http from 'node:http';
import { readReply, type Reply } from '../../test/support/client';

/**
 * Reads the reply to a request.
 * @param send sends the rest of the request
 * @param pace called after each piece of the body, which is the last one that is read until the promise is settled
 */
export function exchange(request: http.ClientRequest, send: () => void, pace?: () => Promise<void>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        if (pace === undefined) return;
        response.pause();
        void pace().then(() => response.resume());
      });
      response.on('error', reject);
      response.on('end', () => resolve(readReply(response, Buffer.concat(pieces))));
    });
    send();
  });
}

/** Sends 100 MiB to each of the addresses at once, from a thread of its own: what is measured beside it is not held up by the sender. */
import { parentPort, workerData } from 'node:worker_threads';
import { sendLarge, type Upload } from './large-upload.js';

await Promise.all((workerData as Upload[]).map((upload) => sendLarge(upload)));
parentPort?.postMessage('done');

/** The thread behind hash-threads.ts. The build writes it beside the server as it is, without types. */
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** Compares with `known`, or makes a new hash where there is none. */
export type HashJob = { id: number; secret: string; known?: string }
export type HashDone = { id: number; hash?: string; matches?: boolean; error?: string }
export type HashSettings = { parameters: Options; nice: number }

const { parameters, nice } = workerData as HashSettings

// On Linux a thread has a priority of its own, by its number; elsewhere it keeps that of the process.
try {
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), nice)
} catch {}

const done = ({ id, secret, known }: HashJob): HashDone => {
  try {
    return known === undefined ? { id, hash: hashSync(secret, parameters) } : { id, matches: verifySync(known, secret) }
  } catch (error) {
    return { id, error: (error as Error).message }
  }
}

parentPort?.on('message', (job: HashJob) => parentPort?.postMessage(done(job)))

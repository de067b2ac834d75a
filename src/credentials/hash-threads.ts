/**
 * Argon2 in threads of their own, behind everything else that the process does: hashing takes what processor time the
 * answering of calls leaves, and not the other way about. Shared by the whole process, begun when first needed.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { HashDone, HashJob, HashSettings } from './hash-thread.ts'

/** Argon2id (the library's default) with 19 MiB, two passes, one lane. Source: docs/security.md §3.1, OWASP 2025. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Under load about a fifth of the processor time of a thread that is not nice at all. */
const NICE = 7

/** One core stays free of hashes where there is more than one. */
export const hashesAtOnce = Math.max(1, availableParallelism() - 1)

type Asked = { resolve: (done: HashDone) => void; reject: (error: Error) => void }
type Thread = { worker: Worker; asked: Map<number, Asked> }

const threads: Thread[] = []
let asks = 0

/** The hash of `secret`, with a salt of its own. */
export async function hashInThread(secret: string): Promise<string> {
  return (await ask({ secret })).hash ?? ''
}

/** Whether `known` is a hash of `secret`. Throws when it is no hash. */
export async function matchesInThread(known: string, secret: string): Promise<boolean> {
  return (await ask({ secret, known })).matches === true
}

async function ask(job: Omit<HashJob, 'id'>): Promise<HashDone> {
  const thread = idlest()
  const id = ++asks
  const done = await new Promise<HashDone>((resolve, reject) => {
    thread.asked.set(id, { resolve, reject })
    thread.worker.ref()
    thread.worker.postMessage({ id, ...job } satisfies HashJob)
  })
  if (done.error) throw new Error(done.error)
  return done
}

function idlest(): Thread {
  const free = threads.find(({ asked }) => asked.size === 0)
  if (free) return free
  if (threads.length < hashesAtOnce) return begin()
  return threads.reduce((least, one) => (one.asked.size < least.asked.size ? one : least))
}

/** Keeps the process alive only while something is asked of it. */
function begin(): Thread {
  const file = `./hash-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`
  const workerData: HashSettings = { parameters, nice: NICE }
  const thread: Thread = { worker: new Worker(new URL(file, import.meta.url), { workerData }), asked: new Map() }
  thread.worker.on('message', (done: HashDone) => {
    thread.asked.get(done.id)?.resolve(done)
    thread.asked.delete(done.id)
    if (thread.asked.size === 0) thread.worker.unref()
  })
  thread.worker.on('error', (error) => {
    threads.splice(threads.indexOf(thread), 1)
    for (const { reject } of thread.asked.values()) reject(error)
  })
  threads.push(thread)
  return thread
}

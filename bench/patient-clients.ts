/** Clients that do as they are told: one request after the other over a connection of their own, and after a 503 a rest for as long as `Retry-After` says. */
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Asked = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
export type Answer = {
  status: number
  firstByteMs: number
  wholeMs: number
  retryAfter: number
  head: string
  body: string
}
export type Send = (asked: Asked) => Promise<Answer>

/** What one client does in a turn: `null` when nothing came of it, else the answer that counts. */
export type Turn = (send: Send, client: number) => Promise<Answer | null>
export type Load = { served: number[]; refused: number[]; perSecond: number; others: Record<string, number> }

/** Longer than whoever was refused rests: by then as many come back from a rest as go to one. */
const LEAD_SECONDS = 2

/**
 * Runs `clients` of them, and counts what ends in the `seconds` after a lead in which the load becomes steady: a turn of two
 * requests that began before the count makes up for one that ends after it. Milliseconds until served, and until the first
 * byte of a refusal.
 */
export async function load(port: number, clients: number, seconds: number, turn: Turn): Promise<Load> {
  const from = performance.now() + LEAD_SECONDS * 1000
  const until = from + seconds * 1000
  const isCounted = () => performance.now() >= from && performance.now() < until
  const result: Load = { served: [], refused: [], perSecond: 0, others: {} }
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const line = await openLine(port)
      const send: Send = async (asked) => {
        const answer = await line.send(asked)
        if (answer.status !== 200 && !isBusy(answer))
          result.others[answer.status] = (result.others[answer.status] ?? 0) + 1
        if (answer.status === 503) {
          if (isBusy(answer) && isCounted()) result.refused.push(answer.firstByteMs)
          // Not all at the same moment: a client that is told to wait a second waits one to two.
          await pause(Math.min((answer.retryAfter + Math.random()) * 1000, Math.max(0, until - performance.now())))
        }
        return answer
      }
      while (performance.now() < until) {
        const answer = await turn(send, client)
        if (answer?.status === 200 && isCounted()) result.served.push(answer.wholeMs)
      }
      line.close()
    }),
  )
  return { ...result, perSecond: result.served.length / seconds }
}

/** Refused for load; any other 503 is trouble of another kind. */
const isBusy = ({ status, head, body }: Answer) =>
  status === 503 && (/text\/html/.test(head) || body.includes('"busy"'))

export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** One connection that is kept; answers have a content-length. */
async function openLine(port: number) {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let heard: ((bytes: Buffer) => void) | undefined
  let broken: ((error: Error) => void) | undefined
  socket.on('data', (bytes) => heard?.(bytes))
  socket.on('close', () => broken?.(new Error('the server closed a connection')))
  return {
    close: () => socket.destroy(),
    send: ({ method, path, headers = {}, body = '' }: Asked) =>
      new Promise<Answer>((resolve, reject) => {
        const began = performance.now()
        const chunks: Buffer[] = []
        let got = 0
        let firstByteMs = 0
        let expected = Number.POSITIVE_INFINITY
        let head = ''
        broken = reject
        heard = (bytes) => {
          if (got === 0) firstByteMs = performance.now() - began
          chunks.push(bytes)
          got += bytes.length
          if (!head) {
            const all = Buffer.concat(chunks)
            const end = all.indexOf('\r\n\r\n')
            if (end < 0) return
            head = all.toString('latin1', 0, end)
            expected = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0)
          }
          if (got < expected) return
          const all = Buffer.concat(chunks)
          resolve({
            ...{ status: Number(head.slice(9, 12)), firstByteMs, wholeMs: performance.now() - began },
            retryAfter: Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0),
            head,
            body: method === 'POST' || head.startsWith('HTTP/1.1 503') ? all.toString('utf8', head.length + 4) : '',
          })
        }
        const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        const sized = method === 'POST' ? `content-type: application/json\r\ncontent-length: ${body.length}\r\n` : ''
        socket.write(`${method} ${path} HTTP/1.1\r\nhost: shop.example\r\n${given.join('')}${sized}\r\n${body}`)
      }),
  }
}

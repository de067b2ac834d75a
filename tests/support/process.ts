/** The built product as a process of its own, started and ended as an operator would. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import net from 'node:net'

export type Running = {
  child: ChildProcess
  port: number
  /** Everything it has said so far. */
  said: () => string
  exited: Promise<number | null>
}

/** A port that nobody listens on, below those that systems give to connections by themselves: nothing takes it until it is used. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const tried = randomInt(20_000, 32_000)
    const probe = net.createServer().listen(tried, '127.0.0.1', () => probe.close(() => resolve(tried)))
    probe.once('error', () => resolve(freePort()))
  })

/** Starts build/server, or the program named, without waiting for it. */
export async function launch(
  environment: Record<string, string>,
  program = 'build/server/index.js',
  folder = process.cwd(),
): Promise<Running> {
  const port = Number(environment.PORT ?? (await freePort()))
  let text = ''
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      RATE_LIMITS: '0',
      EXPOSURE_LIMITS: '0',
      LOG_LEVEL: 'error',
      DEMO_HISTORY: '0',
      PORT: String(port),
      ...environment,
    },
  })
  const end = () => child.kill('SIGKILL')
  process.once('exit', end) // a failed test leaves nothing behind
  child.once('exit', () => process.off('exit', end))
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  return { child, port, said: () => text, exited: new Promise((resolve) => child.once('exit', resolve)) }
}

/** Starts it and waits until it says that it is open. */
export async function opened(...how: Parameters<typeof launch>): Promise<Running> {
  const running = await launch(...how)
  await new Promise<void>((resolve, reject) => {
    const look = () => running.said().includes('Karat is open') && resolve()
    running.child.stdout?.on('data', look)
    void running.exited.then((code) => reject(new Error(`it ended with code ${code}: ${running.said()}`)))
  })
  return running
}

export async function stopped(running: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  running.child.kill(signal)
  return running.exited
}

/** Whether a process runs; one that has ended and only waits to be fetched by its parent does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const stat = existsSync('/proc/self') ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
    return !/\) Z /.test(stat)
  } catch {
    return false
  }
}

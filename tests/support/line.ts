/** A way to the database that can be cut, or hold everything back without a word, as a broken network does. */
import net, { type AddressInfo } from 'node:net'

export type Line = {
  /** Opens it, at the port that it had before. */
  open(): Promise<number>
  /** Everybody on it is told that it is gone; nobody comes in. */
  cut(): Promise<void>
  /** From now on bytes vanish, and who comes in hears nothing. */
  hold(): void
  /** New bytes pass again; what was on the line before stays without an answer, as after a change of route. */
  heal(): void
}

export function openLine(host: string, port: number): Line {
  const sockets = new Set<net.Socket>()
  const dead = new WeakSet<net.Socket>()
  let held = false
  let at = 0
  const server = net.createServer((near) => {
    const far = net.connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      if (held) dead.add(from)
      from.on('data', (bytes) => void (dead.has(from) || to.write(bytes)))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (!dead.has(from)) to.destroy()
      })
    }
  })
  return {
    async open() {
      await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', () => resolve()))
      at = (server.address() as AddressInfo).port
      return at
    },
    async cut() {
      held = false
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    hold() {
      held = true
      for (const socket of sockets) dead.add(socket)
    },
    heal() {
      held = false
    },
  }
}

/** Room for work that costs something: so much at once, a short queue, a quick no. It knows nothing of what the work is. */
import { Refusal } from '../refusals.ts'

export type GateRule = {
  /** Work that runs at once. */
  atOnce: number
  /** Of these, so many places only ever run what is shed last. */
  keptForLast: number
  /** Of these, so many at most are one subject's. */
  perSubject: number
  /** Those that may wait beside them, of either rank. */
  queue: number
  /** Who would have to wait longer than this, as things move, is refused on arrival. */
  waitMs: number
  /** Who was let into the queue and still waits after this is refused after all. */
  giveUpMs: number
}

/** `subject` is whose share it is: an address or a member. `shed: 'last'` is served before everything else. */
export type Comer = { subject: string; shed: 'first' | 'last' }

export type Gate = {
  /** Refuses `busy` when `run` would: before anything is done for who comes. */
  requireRoom(comer: Comer): void
  /**
   * Runs `work` when there is a place for it. Refuses `busy` with `retry_after`: on arrival, when the queue is full or stands
   * still; later, to a subject with more places in the queue than the one that came, and after `giveUpMs`.
   */
  run<T>(comer: Comer, work: () => T | Promise<T>): Promise<T>
}

type GateTime = { now: () => number; after: (ms: number, then: () => void) => () => void }

const realTime: GateTime = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
}

type Waiter = { subject: string; start: () => void; refuse: () => void }

/** A gate of its own. `refused` is told of everybody who was refused. */
export function openGate(rule: GateRule, refused: () => void = () => {}, time: GateTime = realTime): Gate {
  const waiting = { last: openQueue(), first: openQueue() }
  const places = openPlaces(rule)
  const pace = openPace(time.now)

  function giveBack(subject: string) {
    places.giveBack(subject)
    pace.moved(waiting.last.size + waiting.first.size > 0)
    for (const shed of ['last', 'first'] as const)
      for (let next = pick(shed); next; next = pick(shed)) {
        places.take(next.subject)
        next.start()
      }
  }
  const pick = (shed: Comer['shed']) => waiting[shed].takeFirst((subject) => places.areFree({ subject, shed }))

  /** Whether one more may wait behind those that it would wait for. */
  function mayWait(shed: Comer['shed']): boolean {
    const ahead = waiting.last.size + (shed === 'last' ? 0 : waiting.first.size)
    return waiting[shed].size < rule.queue && pace.until(ahead) <= rule.waitMs
  }

  function requireRoom(comer: Comer) {
    const { subject, shed } = comer
    if (places.areFree(comer) || mayWait(shed) || waiting[shed].greedierThan(subject)) return
    refused()
    throw busyRefusal()
  }

  async function wait(comer: Comer): Promise<void> {
    const { subject, shed } = comer
    requireRoom(comer)
    if (!mayWait(shed)) waiting[shed].takeFromGreedier(subject)?.refuse()
    return new Promise((resolve, reject) => {
      const refuse = () => {
        forget()
        refused()
        reject(busyRefusal())
      }
      const start = () => {
        forget()
        resolve()
      }
      const waiter = { subject: comer.subject, start, refuse }
      const forget = time.after(rule.giveUpMs, () => {
        waiting[comer.shed].remove(waiter)
        refuse()
      })
      waiting[comer.shed].add(waiter)
      if (waiting.last.size + waiting.first.size === 1) pace.began()
    })
  }

  return {
    requireRoom,
    async run(comer, work) {
      if (places.areFree(comer)) places.take(comer.subject)
      else await wait(comer)
      try {
        return await work()
      } finally {
        giveBack(comer.subject)
      }
    },
  }
}

const busyRefusal = () => new Refusal('busy', { retry_after: 1 })

/** Who runs: in all, and of each subject. */
function openPlaces({ atOnce, keptForLast, perSubject }: GateRule) {
  const taken = new Map<string, number>()
  let all = 0
  return {
    areFree: ({ subject, shed }: Comer) =>
      all < atOnce - (shed === 'last' ? 0 : keptForLast) && (taken.get(subject) ?? 0) < perSubject,
    take(subject: string) {
      all++
      taken.set(subject, (taken.get(subject) ?? 0) + 1)
    },
    giveBack(subject: string) {
      all--
      const left = (taken.get(subject) ?? 0) - 1
      if (left > 0) taken.set(subject, left)
      else taken.delete(subject)
    },
  }
}

/** Waiters in the order in which their subjects take turns. */
function openQueue() {
  const bySubject = new Map<string, Waiter[]>()
  let size = 0
  function shorten(subject: string, own: Waiter[]) {
    size--
    if (own.length === 0) bySubject.delete(subject)
  }
  function greedierThan(subject: string): [string, Waiter[]] | undefined {
    let greedy: [string, Waiter[]] | undefined
    for (const entry of bySubject) if (entry[1].length > (greedy?.[1].length ?? 0)) greedy = entry
    return greedy && greedy[1].length > (bySubject.get(subject)?.length ?? 0) + 1 ? greedy : undefined
  }
  return {
    get size() {
      return size
    },
    add(waiter: Waiter) {
      size++
      const own = bySubject.get(waiter.subject)
      if (own) own.push(waiter)
      else bySubject.set(waiter.subject, [waiter])
    },
    remove(waiter: Waiter) {
      const own = bySubject.get(waiter.subject)
      const at = own?.indexOf(waiter) ?? -1
      if (!own || at < 0) return
      own.splice(at, 1)
      shorten(waiter.subject, own)
    },
    /** The first one of the next subject that may; the subject goes to the end of the line. */
    takeFirst(may: (subject: string) => boolean): Waiter | undefined {
      for (const [subject, own] of bySubject) {
        if (!may(subject)) continue
        const waiter = own.shift()
        bySubject.delete(subject)
        if (own.length > 0) bySubject.set(subject, own)
        size--
        return waiter
      }
      return undefined
    },
    greedierThan,
    /** The newest one of the subject that has most places, when it has more than `subject` would have with one more. */
    takeFromGreedier(subject: string): Waiter | undefined {
      const greedy = greedierThan(subject)
      const waiter = greedy?.[1].pop()
      if (greedy) shorten(...greedy)
      return waiter
    },
  }
}

/** How long it takes, as things move, until a place comes free: what it took of late, and more when none has come for longer. */
function openPace(now: () => number) {
  let last = now()
  let usual = 0
  return {
    /** A queue forms: what was before says nothing of how it moves. */
    began() {
      last = now()
    },
    moved(busy: boolean) {
      const took = now() - last
      last = now()
      // A queue that is empty again forgets its pace: a standstill that is over would else go on refusing.
      usual = busy ? usual * 0.8 + took * 0.2 : 0
    },
    /** What one waits who has so many before them: a standstill is felt once, not once for each of these. */
    until: (ahead: number) => ahead * usual + Math.max(usual, now() - last),
  }
}

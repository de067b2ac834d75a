/** Processor time and memory of processes, from /proc (Linux). */
import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

function fieldsOf(pid: number | string): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}
const [PARENT, USER, SYSTEM, CHILD_USER, CHILD_SYSTEM] = [1, 11, 12, 13, 14]
const sum = (fields: number[], places: number[]) => places.reduce((total, place) => total + (fields[place] ?? 0), 0)

/** Milliseconds of processor time that a process has used. */
export const cpuOf = (pid: number): number => sum(fieldsOf(pid), [USER, SYSTEM]) * TICK_MS

/** The same for a process with all its children, those that have ended included: PostgreSQL and its backends. */
export function cpuOfFamily(pid: number): number {
  const own = sum(fieldsOf(pid), [USER, SYSTEM, CHILD_USER, CHILD_SYSTEM])
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(fieldsOf)
    .filter((fields) => fields[PARENT] === pid)
  return (own + children.reduce((total, fields) => total + sum(fields, [USER, SYSTEM]), 0)) * TICK_MS
}

const megabytes = (pid: number, line: RegExp): number =>
  Math.round(Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024)

/** Resident memory of a process in whole megabytes. */
export const memoryOf = (pid: number): number => megabytes(pid, /VmRSS:\s+(\d+)/)
/** The most that it had resident at any moment. */
export const highestMemoryOf = (pid: number): number => megabytes(pid, /VmHWM:\s+(\d+)/)

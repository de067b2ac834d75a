/** Folders for the databases of tests. */
import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const MEMORY = '/dev/shm'
/** What a whole run writes at most, and as much again for those who run. */
const ROOM = 12 * 2 ** 30

/** A new folder that the database's own user may go through; in memory where there is room: a copy of the shop is written there four times as fast. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(path.join(hasRoom() ? MEMORY : tmpdir(), `karat-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) > ROOM
  } catch {
    return false // no such place, as on macOS
  }
}

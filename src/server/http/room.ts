import { statfs as askSystem } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseError, errorCode } from '../database/database-errors.ts'
import type { FileKind, Files } from '../files/files.ts'
import { readKey } from '../files/files.ts'
import { Refusal } from './errors.ts'

/**
 * How long somebody's wish goes on while the disk fills: `extra` (corrected copies, label files, exports, files of records, style
 * pictures, the clients' log, backups) ends at the reserve, `evidence` (photographs of inspections) at a quarter of it. Saving and
 * scanning ask nobody, and go on until there is nothing left.
 */
export type Need = 'extra' | 'evidence'

export interface Room {
  /** Free and reserved bytes; null where the system does not tell. Asked at most every two seconds. */
  now(): Promise<{ free: number; reserve: number } | null>
  /** Throws `disk_full` (507) in words. */
  insist(need: Need): Promise<void>
  /** Throws a full disk where `bytes` more in this folder would touch the reserve. */
  insistFor(folder: string, bytes: number): Promise<void>
}

type Statfs = (folder: string) => Promise<{ bavail: number; bsize: number; blocks: number }>

const ASKED_EVERY_MS = 2_000
/** A gigabyte, or a tenth of a small disk. */
const MOST_RESERVE = 1024 ** 3
const SHARE = 0.1

export const NEARLY_FULL =
  "The server's disk is nearly full. Saving and scanning go on, this does not. Please tell your administrator."

/** The disk of the data folder. `reserveBytes` (SELVEDGE_RESERVE_MB) takes the place of what is reckoned from its size. */
export function openRoom({
  folder,
  reserveBytes,
  statfs = askSystem,
}: {
  folder: string
  reserveBytes?: number | undefined
  /** The system's own; tests tell a disk of theirs. */
  statfs?: Statfs
}): Room {
  let asked: { at: number; answer: ReturnType<Room['now']> } | null = null
  const ask = async (of: string) => {
    try {
      const { bavail, bsize, blocks } = await statfs(of)
      return {
        free: bavail * bsize,
        reserve: reserveBytes ?? Math.min(MOST_RESERVE, Math.floor(blocks * bsize * SHARE)),
      }
    } catch (error) {
      // A folder that is still to be made lies on the disk of the one above.
      if (errorCode(error) === 'ENOENT' && dirname(of) !== of) return ask(dirname(of))
      return null // not told here: then nothing is refused before the disk itself refuses
    }
  }
  const now = () => {
    if (asked === null || Date.now() - asked.at > ASKED_EVERY_MS) asked = { at: Date.now(), answer: ask(folder) }
    return asked.answer
  }
  return {
    now,
    async insist(need) {
      const space = await now()
      if (space && space.free < space.reserve / (need === 'extra' ? 1 : 4)) throw new Refusal('disk_full', NEARLY_FULL)
    },
    async insistFor(where, bytes) {
      const space = await ask(where)
      if (space && space.free - bytes < space.reserve) throw noRoomFor(where, space)
    },
  }
}

function noRoomFor(where: string, { free, reserve }: { free: number; reserve: number }): DatabaseError {
  const [has, keeps] = [free, reserve].map((bytes) => `${Math.floor(bytes / 1024 / 1024)} MB`)
  return new DatabaseError(
    'disk_full',
    `There is too little room in ${where}: ${has} are free, of which ${keeps} are kept for saving.`,
  )
}

const needs: Record<FileKind, Need> = {
  photos: 'evidence',
  thumbnails: 'evidence',
  pictures: 'extra',
  icons: 'extra',
  uploads: 'extra',
  proofs: 'extra',
  markers: 'extra',
  imports: 'extra',
}

/** The same files, of which the less needed are refused while the disk is nearly full. */
export function keepingRoom(files: Files, room: Room): Files {
  return {
    ...files,
    async put(key, bytes) {
      const known = readKey(key)
      if (known) await room.insist(needs[known.kind])
      await files.put(key, bytes)
    },
  }
}

import { readFile } from 'node:fs/promises'
import { folders } from './folders.ts'
import { Problem } from './problem.ts'
import type { Say } from './words.ts'

/** The licences of everything inside, as the build wrote them down. */
export async function licences(say: Say): Promise<string> {
  try {
    return await readFile(folders.licences, 'utf8')
  } catch (error) {
    throw new Problem('disk', say('The file is no longer there.'), { reason: String(error) })
  }
}

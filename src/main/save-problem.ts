import { Problem, systemCode } from './problem.ts'
import { CutShort, Stalled } from './save-stream.ts'
import type { Say } from './words.ts'

/** What went wrong while a file was fetched and saved, in words for the user. */
export function saveProblem(error: unknown, say: Say): Problem {
  if (error instanceof Problem) return error
  const code = systemCode(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem('disk', say('There is no room left on the disk.'))
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Problem('disk', say('The app may not write there. Choose another folder.'))
  }
  if (code === 'EBUSY') return new Problem('disk', say('The file is in use by another program.'))
  if (error instanceof Stalled) {
    return new Problem('unreachable', say('The server sent nothing more of the file, so it was given up.'))
  }
  if (error instanceof CutShort || code === null || code.startsWith('ECONN') || code.startsWith('UND_ERR')) {
    return new Problem('unreachable', say('The connection broke off before the file was complete.'))
  }
  return new Problem('disk', say('The file could not be saved: {{reason}}', { reason: code }))
}

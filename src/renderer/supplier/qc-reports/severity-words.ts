import type { severities } from '../../../shared/domain/sampling.ts'
import { key } from '../../i18n/key.ts'

/** English, and the keys of their translations. */
export const severityWords: Record<(typeof severities)[number], string> = {
  critical: key('Critical'),
  major: key('Major'),
  minor: key('Minor'),
}

import { Edit } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { useUserId } from '../session/use-user-id.ts'
import { draftKey, useHasDraft } from './drafts.ts'

/** Beside a record in a list: something was typed for it on this computer and is not saved. `names` are those of its drafts. */
export function DraftMark({ names }: { names: readonly string[] }) {
  const { t } = useTranslation()
  const userId = useUserId()
  const has = useHasDraft(names.map((name) => draftKey(userId, name)))
  if (!has) return null
  const words = t('Typed on this computer, not saved')
  return (
    <span className="draft-mark" role="img" aria-label={words} title={words}>
      <Edit size={12} />
    </span>
  )
}

import { useAtomValue } from 'jotai'
import { sessionAtom } from '../../app/session.ts'
import { useUnsaved } from '../../app/unsaved.ts'
import { draftKey, useKeptDraft } from '../../kit/use-kept-draft.ts'
import { formOf, isUserForm, type UserForm } from './user-form.ts'
import type { UserRow } from './user-row.ts'

interface EditDraft {
  /** Of the account that was being changed: what was typed over an older one would undo what others did since. */
  version: number
  form: UserForm
}

interface EditForm {
  form: UserForm
  /** null puts it back to what is stored. */
  setForm: (form: UserForm | null) => void
  /** Somebody changed the account while this was being typed. */
  isOutdated: boolean
}

/** An account's form as it was left, also before the window was closed. */
export function useEditDraft(user: UserRow): EditForm {
  const session = useAtomValue(sessionAtom)
  const own = session.state === 'signed-in' ? session.user.id : ''
  const isSound = (kept: unknown): kept is EditDraft => isEditDraft(kept) && kept.version === user.version
  const [draft, change] = useKeptDraft(draftKey(own, `user.${user.id}`), isSound)
  useUnsaved(draft !== null)
  return {
    form: draft?.form ?? formOf(user),
    setForm: (form) => change((now) => form && { version: now?.version ?? user.version, form }),
    isOutdated: draft !== null && draft.version !== user.version,
  }
}

function isEditDraft(kept: unknown): kept is EditDraft {
  return typeof kept === 'object' && kept !== null && 'version' in kept && 'form' in kept && isUserForm(kept.form)
}

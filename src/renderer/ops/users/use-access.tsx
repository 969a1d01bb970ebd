import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { TemporaryPasswordDialog } from './TemporaryPasswordDialog.tsx'
import type { UserRow } from './user-row.ts'

interface Access {
  unlock: () => Promise<unknown>
  switchOn: () => Promise<unknown>
  /** Asks first: their sessions end. */
  switchOff: () => Promise<void>
  openPassword: () => void
  isRunning: boolean
  dialogs: ReactNode
}

type Change = { is_active: boolean } | { unlock: true }

/** Who lets an account in, and who keeps it out. */
export function useAccess(user: UserRow): Access {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const [isPasswordOpen, setPasswordOpen] = useState(false)
  const { id: user_id, version, name } = user
  const change = useAction((input: Change, options) => api.users.updateUser({ user_id, version, ...input }, options), {
    done: (_, input) =>
      'unlock' in input
        ? t('{{name}} can sign in again.', { name })
        : input.is_active
          ? t('{{name}} was switched on.', { name })
          : t('{{name}} was switched off and signed out.', { name }),
    refresh: ['users'],
  })
  const switchOff = async () => {
    const isSure = await confirm.ask({
      title: t('Switch off {{name}}?', { name }),
      text: t(
        'All sessions of this user end at once, and nobody can sign in to the account until it is switched on again. What they did stays.',
      ),
      confirm: t('Switch off'),
      isDangerous: true,
    })
    if (isSure) await change.run({ is_active: false })
  }
  return {
    unlock: () => change.run({ unlock: true }),
    switchOn: () => change.run({ is_active: true }),
    switchOff,
    openPassword: () => setPasswordOpen(true),
    isRunning: change.isRunning,
    dialogs: (
      <>
        {confirm.dialog}
        {isPasswordOpen ? <TemporaryPasswordDialog user={user} onClose={() => setPasswordOpen(false)} /> : null}
      </>
    ),
  }
}

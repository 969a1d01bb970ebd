import { Button } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import { startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isPossible, roles } from '../../shared/kernel/roles.ts'
import { useAction } from '../actions/useAction.ts'
import { api } from '../api/client.ts'
import { hasUnsaved } from '../app/unsaved.ts'
import { wordOf } from '../i18n/code-words.ts'
import { DialogParts, type DialogTurn, Modal, useDialog } from '../kit/dialogs.tsx'
import { Callout } from '../kit/states.tsx'
import { seeWith, type User } from '../session/session.ts'
import { type RoleChoice, RoleFields, teamWord } from './person-words.tsx'

/** Of a super admin there is nothing else to see. */
const offered = roles.filter((role) => role !== 'super_admin')

const noChoice: RoleChoice = { role: '', team: null, vendor_id: '' }

/** For super admins: the whole app as another role sees it, until they go back; `open` may name the role to begin with. */
export function useSeeAs() {
  const { open, dialog } = useDialog(SeeAsDialog)
  return { open: (given: Partial<RoleChoice> = {}) => open({ first: { ...noChoice, ...given } }), dialog }
}

/** Shows the app to `user`'s eyes, from where they land. */
export function useSeeWith(): (user: User) => Promise<void> {
  const navigate = useNavigate()
  return async (user) => {
    // Together with the way there: the screen that is left may be none of the other role's.
    startTransition(() => seeWith(user))
    await navigate(user.landing_path)
  }
}

function SeeAsDialog({ first, ...turn }: DialogTurn & { first: RoleChoice }) {
  const { t } = useTranslation()
  const show = useSeeWith()
  const [choice, setChoice] = useState(first)
  const { role, team, vendor_id } = choice
  const start = useAction(
    (_: undefined, options) =>
      api.people.seeAs({ role: role || 'vendor', team, ...(role === 'vendor' ? { vendor_id } : {}) }, options),
    { done: () => null, refresh: [] },
  )
  const isReady = role !== '' && isPossible({ role, team }) && (role !== 'vendor' || vendor_id !== '')
  const go = async () => {
    const reply = await start.run(undefined)
    if (!reply) return
    turn.onClose()
    await show(reply.data.user)
  }
  return (
    <Modal {...turn} title={t('See Selvedge as another role')} className="see-as-dialog" width={420}>
      <DialogParts
        onCancel={turn.onClose}
        step={{ text: t('See as this role'), run: go, isOff: !isReady, isRunning: start.isRunning }}
      >
        <p className="see-as-words">
          {t('You see what this role sees, and nothing can be changed. That you looked is noted.')}
        </p>
        <div className="person-form">
          <RoleFields value={choice} onChange={setChoice} offered={offered} />
        </div>
        {hasUnsaved() ? (
          <Callout tone="warn">{t('There is unsaved work on this page: it will be lost.')}</Callout>
        ) : null}
      </DialogParts>
    </Modal>
  )
}

/** Across the top of everything while a super admin sees with another role's eyes. */
export function SeeAsBanner({ user }: { user: User }) {
  const { t } = useTranslation()
  const show = useSeeWith()
  const back = useAction((_: undefined, options) => api.people.stopSeeingAs({}, options), {
    done: () => null,
    refresh: [],
  })
  const goBack = async () => {
    const reply = await back.run(undefined)
    if (reply) await show(reply.data.user)
  }
  const whose = [t(wordOf(user.role)), user.team ? t(teamWord(user.team)) : '', user.vendor?.id ?? ''].filter(Boolean)
  return (
    <section className="see-as" aria-label={t('Seeing as another role')}>
      <EyeOpen size={14} />
      <p>{t('You see Selvedge as {{role}}. Nothing can be changed.', { role: whose.join(' ') })}</p>
      <Button size="small" text={t('Back to my role')} loading={back.isRunning} onClick={() => void goBack()} />
    </section>
  )
}

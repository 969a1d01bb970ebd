import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { EyeOpen } from '@blueprintjs/icons'
import { type ReactNode, startTransition, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { isPossible, roles } from '../../shared/kernel/roles.ts'
import { useAction } from '../actions/useAction.ts'
import { api } from '../api/client.ts'
import { hasUnsaved } from '../app/unsaved.ts'
import { wordOf } from '../i18n/code-words.ts'
import { Callout } from '../kit/states.tsx'
import { seeWith, type User } from '../session/session.ts'
import { type RoleChoice, RoleFields, teamWord } from './person-words.tsx'

export interface SeeAs {
  /** Asks for the role, with this one filled in. */
  open: (choice?: Partial<RoleChoice>) => void
  dialog: ReactNode
}

/** Of a super admin there is nothing else to see. */
const offered = roles.filter((role) => role !== 'super_admin')

const noChoice: RoleChoice = { role: '', team: null, vendor_id: '' }

/** For super admins: the whole app as another role sees it, until they go back. */
export function useSeeAs(): SeeAs {
  const [choice, setChoice] = useState<RoleChoice | null>(null)
  const open = (given: Partial<RoleChoice> = {}) => setChoice({ ...noChoice, ...given })
  const close = () => setChoice(null)
  const dialog = choice ? <SeeAsDialog choice={choice} onChange={setChoice} onClose={close} /> : null
  return { open, dialog }
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

interface SeeAsDialogProps {
  choice: RoleChoice
  onChange: (choice: RoleChoice) => void
  onClose: () => void
}

function SeeAsDialog({ choice, onChange, onClose }: SeeAsDialogProps) {
  const { t } = useTranslation()
  const show = useSeeWith()
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
    onClose()
    await show(reply.data.user)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('See Selvedge as another role')}
      className="see-as-dialog"
      transitionDuration={100}
    >
      <DialogBody>
        <p className="see-as-words">
          {t('You see what this role sees, and nothing can be changed. That you looked is noted.')}
        </p>
        <div className="person-form">
          <RoleFields value={choice} onChange={onChange} offered={offered} />
        </div>
        {hasUnsaved() ? (
          <Callout tone="warn">{t('There is unsaved work on this page: it will be lost.')}</Callout>
        ) : null}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('Cancel')} onClick={onClose} />
            <Button
              intent="primary"
              text={t('See as this role')}
              disabled={!isReady}
              loading={start.isRunning}
              onClick={() => void go()}
            />
          </>
        }
      />
    </Dialog>
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

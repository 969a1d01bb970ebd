import { Button } from '@blueprintjs/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/client.ts'
import { useSentForm } from '../../forms/useSentForm.ts'
import { Section } from '../../kit/Drawer.tsx'
import { useDialog } from '../../kit/dialogs.tsx'
import { Callout } from '../../kit/states.tsx'
import { currentUser, reloadUser } from '../../session/session.ts'
import { changesOf, formOf, UserFields, userForm } from './CreateUserDrawer.tsx'
import { type Handing, HandOverDialog, type Held, leftBehind } from './HandOverDialog.tsx'
import type { UserRow } from './user-status.ts'

/**
 * With the account's version: what was typed over an older one would undo what others did since. A draft of an older one is
 * none any more; where the account changes while it is typed on, `isOutdated`.
 */
export function useAccountForm(
  user: UserRow,
  onDone: () => void = () => undefined,
  handing: () => Handing[] = () => [],
) {
  const { t } = useTranslation()
  const [version] = useState(user.version)
  const form = useSentForm(userForm, formOf(user), {
    draft: `user.${user.id}.${version}`,
    send: (typed, options) =>
      api.people.updateUser(
        { user_id: user.id, version: user.version, ...changesOf(user, typed), handing: handing() },
        options,
      ),
    done: () => t('Account saved.'),
    refresh: ['people'],
    after: async () => {
      onDone()
      if (user.id === currentUser()?.id) await reloadUser()
    },
  })
  return { form, isOutdated: version !== user.version }
}

/** An account being changed; a new role, team or vendor ends its sessions, which is said before it is saved. */
export function EditUser({ user, held, onDone }: { user: UserRow; held: readonly Held[]; onDone: () => void }) {
  const { t } = useTranslation()
  const isOwn = user.id === currentUser()?.id
  // Chosen in a dialog of its own, just before the form is sent.
  const handing = useRef<Handing[]>([])
  const { form, isOutdated } = useAccountForm(user, onDone, () => handing.current)
  const handOver = useDialog(HandOverDialog)
  const changes = changesOf(user, form.values)
  const endsSessions = ['role', 'team', 'vendor_id', 'sites', 'further_rights'].some((name) => name in changes)
  const save = (event: FormEvent) => {
    const { role, sites, name } = form.values
    const left = leftBehind(held, { role, sites, isActive: user.is_active })
    if (left.length === 0) return form.send(event)
    event.preventDefault()
    handOver.open({
      ...{ name, left, confirm: t('Save') },
      onChosen: (chosen) => {
        handing.current = chosen
        void form.send()
      },
    })
  }
  return (
    <Section title={t('Account')}>
      <form className="person-form user-edit" noValidate onSubmit={save}>
        <UserFields form={form} isOwn={isOwn} autoFocus />
        {isOutdated ? (
          <Callout tone="warn">
            {t('This account was changed in the meantime. Cancel, and edit it as it is now.')}
          </Callout>
        ) : null}
        {endsSessions ? (
          <Callout tone="warn">
            {t('Saving ends all sessions of this user: they sign in again with what is new.')}
          </Callout>
        ) : null}
        <div className="user-edit-tools">
          <Button
            text={t('Cancel')}
            onClick={() => {
              form.reset()
              onDone()
            }}
          />
          <Button
            type="submit"
            intent="primary"
            text={t('Save')}
            disabled={Object.keys(changes).length === 0 || isOutdated}
            loading={form.isSending}
          />
        </div>
      </form>
      {handOver.dialog}
    </Section>
  )
}

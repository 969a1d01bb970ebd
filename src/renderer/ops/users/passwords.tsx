import { Button, InputGroup } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { passwordProblem } from '../../../shared/areas/people/rules.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { type FormField, useForm } from '../../forms/useForm.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { Field } from '../../people/Fields.tsx'
import { generatePassword } from './generate-password.ts'
import type { UserRow } from './user-status.ts'

/** A password for somebody who has lost theirs: set, shown once, and changed by them at the next sign-in. */
export function TemporaryPasswordDialog({ user, ...turn }: DialogTurn & { user: UserRow }) {
  const { t } = useTranslation()
  const [generated] = useState(generatePassword)
  const form = useForm(passwordForm, { password: generated }, { draft: null })
  const { password } = form.values
  const [isSet, setDone] = useState(false)
  const { id: user_id, version } = user
  const save = useAction((_: undefined, options) => api.people.updateUser({ user_id, version, password }, options), {
    done: () => null,
    refresh: ['people'],
    failed: form.refuse,
  })
  const step = {
    text: t('Set this password'),
    run: async () => setDone((await save.run(undefined)) !== undefined),
    isOff: passwordProblem(password, user) !== null,
    isRunning: save.isRunning,
  }
  const title = isSet ? t('The password is set') : t('A temporary password for {{name}}', { name: user.name })
  return (
    <Modal {...turn} title={title} className="password-dialog" width={460} isTyped>
      {isSet ? (
        <DialogParts onCancel={turn.onClose}>
          <HandOver email={user.email} password={password} />
        </DialogParts>
      ) : (
        <DialogParts onCancel={turn.onClose} step={step}>
          <div className="person-form">
            <p className="see-as-words">
              {t('All sessions of this user end at once. The password in use is worthless afterwards.')}
            </p>
            <GivenPasswordField person={user} {...form.field('password')} />
          </div>
        </DialogParts>
      )}
    </Modal>
  )
}

const passwordForm = z.object({ password: z.string() })

interface GivenPasswordFieldProps extends FormField<string> {
  person: { email: string; name: string }
}

/** A password for somebody else: made here, or typed; in plain sight, since it has to be handed over. */
export function GivenPasswordField({ value, onChange, person, problem }: GivenPasswordFieldProps) {
  const { t } = useTranslation()
  const lacks = passwordProblem(value, person)
  return (
    <Field
      label={t('Temporary password')}
      problem={problem}
      hint={lacks ? t(lacks) : t('It must be changed at the first sign-in.')}
    >
      {(ties) => (
        <InputGroup
          {...ties}
          className="given-password"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          rightElement={
            <Button variant="minimal" text={t('Make another')} onClick={() => onChange(generatePassword())} />
          }
        />
      )}
    </Field>
  )
}

/** A password just set, to be handed over now: it is nowhere to be read afterwards. */
export function HandOver({ email, password }: { email: string; password: string }) {
  const { t } = useTranslation()
  const copy = async () => {
    await navigator.clipboard.writeText(password)
    showToast({ tone: 'success', text: t('Copied') })
  }
  return (
    <div className="hand-over">
      <p>
        {t('Hand this password to {{email}} yourself. It is shown only now, and changed at the first sign-in.', {
          email,
        })}
      </p>
      <div className="hand-over-password">
        <code data-testid="handed-over">{password}</code>
        <Button icon={<Duplicate />} text={t('Copy')} onClick={() => void copy()} />
      </div>
    </div>
  )
}

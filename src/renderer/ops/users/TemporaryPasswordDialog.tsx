import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordProblem } from '../../../shared/domain/people.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { useFieldProblems } from '../../people/use-field-problems.ts'
import { GivenPasswordField } from './GivenPasswordField.tsx'
import { generatePassword } from './generated-password.ts'
import { HandOver } from './HandOver.tsx'
import type { UserRow } from './user-row.ts'

/** A password for somebody who has lost theirs: set, shown once, and changed by them at the next sign-in. */
export function TemporaryPasswordDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState(generatePassword)
  const [isSet, setDone] = useState(false)
  const problems = useFieldProblems()
  const { id: user_id, version } = user
  const save = useAction((_: undefined, options) => api.users.updateUser({ user_id, version, password }, options), {
    done: () => null,
    refresh: ['users'],
    failed: (error) => problems.take(error, ['password']),
  })
  const set = async () => {
    if (await save.run(undefined)) setDone(true)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isSet ? t('The password is set') : t('A temporary password for {{name}}', { name: user.name })}
      className="password-dialog"
      canOutsideClickClose={false}
      transitionDuration={100}
    >
      <DialogBody>
        {isSet ? (
          <HandOver email={user.email} password={password} />
        ) : (
          <div className="person-form">
            <p className="see-as-words">
              {t('All sessions of this user end at once. The password in use is worthless afterwards.')}
            </p>
            <GivenPasswordField value={password} onChange={setPassword} person={user} problem={problems.of.password} />
          </div>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          isSet ? (
            <Button intent="primary" text={t('Close')} onClick={onClose} />
          ) : (
            <>
              <Button text={t('Cancel')} onClick={onClose} />
              <Button
                intent="primary"
                text={t('Set this password')}
                disabled={passwordProblem(password, user) !== null}
                loading={save.isRunning}
                onClick={() => void set()}
              />
            </>
          )
        }
      />
    </Dialog>
  )
}

import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { LogOut, Person } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { wordOf } from '../i18n/code-words.ts'
import { useConfirm } from '../kit/useConfirm.tsx'
import { ThemeSelect } from '../theme/ThemeSelect.tsx'
import { signOut, type User } from './session.ts'
import { hasUnsaved } from './unsaved.ts'

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const leave = async () => {
    const question = { title: t('Sign out and lose unsaved work?'), confirm: t('Sign out'), isDangerous: true }
    if (!hasUnsaved() || (await confirm.ask(question))) await signOut()
  }
  return (
    <>
      <PopoverNext placement="bottom-end" content={<UserMenuItems user={user} onLeave={() => void leave()} />}>
        <Button variant="minimal" icon={<Person />} aria-label={t('Your account')} title={user.name} />
      </PopoverNext>
      {confirm.dialog}
    </>
  )
}

function UserMenuItems({ user, onLeave }: { user: User; onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="user-menu">
      <div className="user-card">
        <strong>{user.name}</strong>
        <span className="muted">{user.email}</span>
        <span className="muted">{t(wordOf(user.role))}</span>
      </div>
      <div className="user-theme">
        <ThemeSelect fill />
      </div>
      <Menu>
        <MenuItem icon={<LogOut />} text={t('Sign out')} onClick={onLeave} />
      </Menu>
    </div>
  )
}

import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Flash, LogOut, Moon, Person, Tick } from '@blueprintjs/icons'
import { useTranslation } from 'react-i18next'
import { wordOf } from '../i18n/code-words.ts'
import { useConfirm } from '../kit/useConfirm.tsx'
import { themes } from '../theme/theme.ts'
import { signOut, type User } from './session.ts'
import { useTheme } from './ThemeToggle.tsx'
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
  const { theme, choose } = useTheme()
  return (
    <div className="user-menu">
      <div className="user-card">
        <strong>{user.name}</strong>
        <span className="muted">{user.email}</span>
        <span className="muted">{t(wordOf(user.role))}</span>
      </div>
      <Menu>
        {themes.map((name) => (
          <MenuItem
            key={name}
            icon={name === 'dark' ? <Moon /> : <Flash />}
            text={name === 'dark' ? t('Dark theme') : t('Light theme')}
            labelElement={name === theme ? <Tick /> : undefined}
            onClick={() => choose(name)}
          />
        ))}
        <MenuDivider />
        <MenuItem icon={<LogOut />} text={t('Sign out')} onClick={onLeave} />
      </Menu>
    </div>
  )
}

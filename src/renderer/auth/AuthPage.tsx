import type { ReactNode } from 'react'
import { Mark } from '../app/Mark.tsx'
import { isDesktop } from '../host/host.ts'
import { usePageTitle } from '../kit/page-title.ts'
import { ServerSettings } from '../settings/server-choice/ServerSettings.tsx'
import { ClothPage } from './ClothPage.tsx'

/** The pages of signing in. Who cannot sign in may have the wrong server, so that can be changed here. */
export function AuthPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <ClothPage tools={isDesktop ? <ServerSettings /> : null}>
      <Mark size={36} />
      <h1>{title}</h1>
      {children}
    </ClothPage>
  )
}

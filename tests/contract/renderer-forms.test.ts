import { setTimeout as sleep } from 'node:timers/promises'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { useForm } from '../../src/renderer/forms/useForm.ts'
import { type DialogTurn, useDialog } from '../../src/renderer/kit/dialogs.tsx'
import { holdKey } from '../../src/renderer/kit/sealed.ts'
import { useTextField } from '../../src/renderer/ops/languages/texts.tsx'
import { emptyUser, newUserForm } from '../../src/renderer/ops/users/CreateUserDrawer.tsx'
import { useAccountForm } from '../../src/renderer/ops/users/EditUser.tsx'
import type { UserRow } from '../../src/renderer/ops/users/user-status.ts'
import { chinaDesk } from '../../src/renderer/supplier/qc/china-desk.tsx'
import { useSettingsDraft } from '../../src/renderer/supplier/qc/settings/QcSettingsDrawer.tsx'
import type { QcSettingsAnswer } from '../../src/renderer/supplier/qc/settings/SettingRow.tsx'
import { emptyDraft, namesBefore, returnForm } from '../../src/renderer/supplier/returns/ReturnForm.tsx'
import { qcSettingDefaults } from '../../src/shared/areas/inspection/settings.ts'
import { driveHook } from '../support/hooks.ts'

let kept: Map<string, string>

beforeEach(() => {
  holdKey('nobody', Buffer.alloc(32, 1).toString('base64'))
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const schema = z.object({ name: z.string().min(1, 'Please enter a name.'), pieces: z.number() })
const first = { name: 'Lin', pieces: 5 }

describe('a form', () => {
  // Would catch: an answer that came while it was being sent, and the form that goes back to what was before it.
  it('begins anew with what is known then, not with what was known when it was sent', async () => {
    const form = driveHook((initial: typeof first) => useForm(schema, initial, { draft: null }), first)
    await form.go((now) => now.change({ name: 'Yue' }))
    const { promise: answer, resolve } = Promise.withResolvers<boolean>()
    await form.go((now) => now.submit(() => answer)())
    form.draw({ name: 'Yue', pieces: 7 })
    await form.go(() => resolve(true))
    expect(form.now.values).toEqual({ name: 'Yue', pieces: 7 })
    expect(form.now.isTyped).toBe(false)
  })

  // Would catch: a number that another person changed, shown and sent as it was because another field was typed in.
  it('follows what it begins with in every field that nobody typed in, and keeps the others', async () => {
    const form = driveHook((initial: typeof first) => useForm(schema, initial, { draft: null }), first)
    await form.go((now) => now.change({ name: 'Yue' }))
    form.draw({ name: 'Lin', pieces: 3 })
    expect(form.now.values).toEqual({ name: 'Yue', pieces: 3 })
    form.draw({ name: 'Mei', pieces: 2 })
    expect(form.now.values).toEqual({ name: 'Yue', pieces: 2 })
    expect(form.now.isTyped).toBe(true)
  })

  // Would catch: a stale save that loads the record anew, and the form of the new version that begins without the last letters.
  it('hands what was typed in the last moment to the form that takes its place', async () => {
    const use = (initial: typeof first) => useForm(schema, initial, { draft: 'z' })
    const form = driveHook(use, first)
    await form.go((now) => now.change({ name: 'Yue' }))
    const other = driveHook(use, { name: 'Lin', pieces: 7 })
    expect(other.now.values).toEqual({ name: 'Yue', pieces: 7 })
    form.end()
  })

  // Would catch: a draft that brings back old numbers of fields nobody typed in, or a password left on the computer.
  it('keeps as a draft what was typed, but no secret', async () => {
    const use = (initial: typeof first) => useForm(schema, initial, { draft: 'x', secret: 'name' })
    const form = driveHook(use, first)
    await form.go((now) => now.change({ name: 'hunter2' }))
    expect(form.now.isTyped).toBe(true)
    form.end()
    expect([...kept.values()]).toEqual([])
    const other = driveHook(use, first)
    await other.go((now) => now.change({ name: 'hunter2', pieces: 4 }))
    other.end()
    expect([...kept.values()].join()).not.toContain('hunter2')
    expect(driveHook(use, { name: 'Yue', pieces: 9 }).now.values).toEqual({ name: 'Yue', pieces: 4 })
  })

  // Would catch: a return that was typed before an update, and goes off without its tracking ID.
  it('takes over what a version before kept under another name', async () => {
    const use = (record: string) => useForm(returnForm, emptyDraft, { draft: record, was: namesBefore })
    const form = driveHook(use, 'return.V-1')
    await form.go((now) => now.change({ carrier: 'SF Express' }))
    form.end()
    const [[key = '', text = ''] = []] = kept
    const before = { ...emptyDraft, carrier: 'SF Express', trackingId: 'SF100' }
    const { tracking_id: _, ...draft } = before
    kept.set(key.replace('V-1', 'V-2'), JSON.stringify({ at: JSON.parse(text).at, draft }))
    const anew = driveHook(use, 'return.V-2')
    expect(anew.now.values).toMatchObject({ carrier: 'SF Express', tracking_id: 'SF100' })
    await anew.go((now) => now.change({ carrier: 'YTO' }))
    anew.end()
    expect(driveHook(use, 'return.V-2').now.values).toMatchObject({ carrier: 'YTO', tracking_id: 'SF100' })
  })

  // Would catch: a chosen password that goes when the fields beside it are emptied again.
  it('keeps the secret in its field when nothing else is typed any more', async () => {
    const use = (initial: typeof first) => useForm(schema, initial, { draft: 'y', secret: 'name' })
    const form = driveHook(use, first)
    await form.go((now) => now.change({ name: 'hunter2' }))
    await form.go((now) => now.change({ pieces: 4 }))
    await form.go((now) => now.change({ pieces: 5 }))
    expect(form.now.values).toEqual({ name: 'hunter2', pieces: 5 })
    expect(form.now.isTyped).toBe(true)
    form.end()
    expect([...kept.values()]).toEqual([])
  })
})

const lin: UserRow = {
  ...{ id: '0198f5a0-0000-7000-8000-000000000001', email: 'lin@mill.example', name: 'Lin', role: 'ops', team: null },
  ...{ vendor: null, sites: [], further_rights: [], is_active: true, locked_until: null, must_change_password: false },
  ...{ created_at: '2026-11-21T00:00:00.000Z', last_sign_in_at: null, version: 3 },
}

describe('the form of an account', () => {
  // Would catch: a draft of last week that opens as outdated, and the typing on it that cannot be saved.
  it('drops a draft of an older version, and says outdated only while it is typed on', async () => {
    const editing = driveHook(useAccountForm, lin)
    await editing.go(({ form }) => form.change({ name: 'Lin Yue' }))
    editing.draw({ ...lin, version: 4 })
    expect([editing.now.isOutdated, editing.now.form.values.name]).toEqual([true, 'Lin Yue'])
    editing.end()
    const anew = driveHook(useAccountForm, { ...lin, version: 4 })
    expect([anew.now.isOutdated, anew.now.form.values.name]).toEqual([false, 'Lin'])
    const same = driveHook(useAccountForm, lin)
    expect([same.now.isOutdated, same.now.form.values.name]).toEqual([false, 'Lin Yue'])
  })

  // Would catch: a password's fault that is said only once all others are mended.
  it('says every fault of a new one at once, its password too', () => {
    const faults = newUserForm.safeParse({ ...emptyUser, password: 'short' }).error?.issues ?? []
    expect(faults.map(({ path }) => path[0])).toEqual(['name', 'email', 'role', 'password'])
  })
})

describe('the field of a translation', () => {
  const row = { key: 'Hold', text: null, asked_at: null, is_known: true, is_own: false, updated_at: null }
  const hold = { ...row, updated_by: null, version: 0 }

  // Would catch: a correction typed and left while the save before it runs, which waits for somebody to come back to the field.
  it('saves what was typed and left during a save right after it, on what that save made', async () => {
    const sent: { text: string | null; version: number; answer: (saved: typeof hold) => void }[] = []
    const send = (text: string | null, { version }: { version: number }) =>
      new Promise<typeof hold>((answer) => sent.push({ text, version, answer }))
    const field = driveHook((now: typeof hold) => useTextField('zh', now, send as never), hold)
    await field.go((now) => now.type('暂'))
    await field.go((now) => void now.leave())
    await field.go((now) => now.type('暂扣'))
    await field.go((now) => void now.leave())
    expect(sent.map(({ text }) => text)).toEqual(['暂'])
    const saved = { ...hold, text: '暂' as never, version: 1 }
    await field.go(() => sent[0]?.answer(saved))
    expect(sent.map(({ text, version }) => [text, version])).toEqual([
      ['暂', 0],
      ['暂扣', 1],
    ])
    await field.go(() => sent[1]?.answer({ ...saved, text: '暂扣' as never, version: 2 }))
    field.draw({ ...saved, text: '暂扣' as never, version: 2 })
    expect([field.now.text, field.now.isTyped, sent.length]).toEqual(['暂扣', false, 2])
  })

  // Would catch: Enter and the blur that it makes, saved twice; and words that are still being typed, sent half.
  it('saves once what was left twice, and not what is still being typed', async () => {
    const sent: ((saved: typeof hold) => void)[] = []
    const send = () => new Promise<typeof hold>((answer) => sent.push(answer))
    const field = driveHook((now: typeof hold) => useTextField('zh', now, send as never), { ...hold, key: 'Held' })
    await field.go((now) => now.type('暂'))
    await field.go((now) => {
      void now.leave()
      void now.leave()
    })
    await field.go((now) => now.type('暂扣'))
    await field.go(() => sent[0]?.({ ...hold, key: 'Held', text: '暂' as never, version: 1 }))
    expect(sent).toHaveLength(1)
    await field.go((now) => void now.leave())
    expect(sent).toHaveLength(2)
  })
})

function Nothing(_: DialogTurn) {
  return null
}

// Would catch: a closed dialog that still holds unsaved work, and the browser that asks before it leaves the page.
it('a dialog that was closed is gone, and opens afresh', async () => {
  const shown = driveHook(() => useDialog(Nothing), undefined)
  await shown.go((now) => now.open())
  const first = shown.now.dialog
  await shown.go((now) => now.close())
  expect(shown.now.dialog).not.toBeNull()
  await shown.go(() => sleep(450))
  expect(shown.now.dialog).toBeNull()
  await shown.go((now) => now.open())
  expect((shown.now.dialog as ReactElement).key).not.toBe((first as ReactElement).key)
})

describe('the settings of QC while they are changed', () => {
  const settings = { ...qcSettingDefaults, blind_count: true }
  const use = (kept: QcSettingsAnswer) => useSettingsDraft(chinaDesk.settings, kept, async () => undefined)
  const kept3: QcSettingsAnswer = { settings, version: 3, last_changes: [], style_categories: [] }

  // Would catch: a choice that a reload loses, another lead's change undone by it, a warning about nothing.
  it('keep a choice over a reload, show what another lead changed, and ask before going on over it', async () => {
    const before = driveHook(use, kept3)
    await before.go((now) => now.change({ aql_major: '1.5' }))
    before.end()
    const kept4 = { ...kept3, version: 4, settings: { ...settings, level: 'III' as const } }
    const after = driveHook(use, kept4)
    expect(after.now.form).toEqual({ ...settings, level: 'III', aql_major: '1.5' })
    expect([after.now.isChanged, after.now.isOutdated]).toEqual([true, true])
    await after.go((now) => now.goOn())
    expect(after.now.isOutdated).toBe(false)
    await after.go((now) => now.change({ aql_major: settings.aql_major }))
    expect(after.now.isChanged).toBe(false)
    after.end()
    expect([...kept.values()]).toEqual([])
  })

  it('have nothing left when another lead chose the same', async () => {
    const chosen = driveHook(use, kept3)
    await chosen.go((now) => now.change({ level: 'I' }))
    chosen.draw({ ...kept3, version: 4, settings: { ...settings, level: 'I' } })
    await chosen.go(() => undefined)
    expect([chosen.now.isChanged, chosen.now.isOutdated]).toEqual([false, false])
    await chosen.go((now) => now.change({ level: 'II' }))
    expect([chosen.now.isChanged, chosen.now.isOutdated]).toEqual([true, false])
  })
})

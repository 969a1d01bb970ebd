import { useRef, useState } from 'react'
import { launchLimits } from '../../../shared/areas/launch/rules.ts'
import type { Contract } from '../../../shared/areas.ts'
import type { Gives } from '../../../shared/kernel/call.ts'
import { pictureEndings } from '../../../shared/kernel/call.ts'
import { isLitter } from '../../actions/upload/dropped-files.ts'
import { useAction } from '../../actions/useAction.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { key } from '../../i18n/formats.ts'

type Mode = 'check' | 'all' | 'good_rows'
type Told = Gives<Contract['launch']['uploadBulkProductLaunchFile']>

export interface Launching {
  workbook: File | null
  pictures: readonly File[]
  /** What is wrong with what was dropped; a key. */
  problem: string | null
  /** Names of dropped files that are neither a workbook nor a picture. */
  left: readonly string[]
  busy: Mode | null
  told: Told | null
  refused: ApiError | null
  add: (files: readonly File[]) => void
  send: (mode: Mode) => void
  clear: () => void
}

const problems = {
  other: key('Only one workbook (.xlsx or .csv) and pictures (.jpg, .png, .webp) are taken.'),
  many: key('At most 200 pictures in one drop.'),
} as const

const endsWith = (name: string, endings: readonly string[]) => endings.some((one) => name.toLowerCase().endsWith(one))

/** A workbook and its pictures, gathered over several drops; a drop with a workbook is looked at by itself. `supplier`: null of a vendor. */
export function useLaunching(supplier: string | null): Launching {
  const [workbook, setWorkbook] = useState<File | null>(null)
  const [pictures, setPictures] = useState<readonly File[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [left, setLeft] = useState<readonly string[]>([])
  const [busy, setBusy] = useState<Mode | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const [refused, setRefused] = useState<ApiError | null>(null)
  // An answer to what was dropped before the last drop is none any more.
  const turn = useRef(0)
  const action = useAction(
    ({ mode, file, photos }: { mode: Mode; file: File; photos: readonly File[] }, options) =>
      api.launch.uploadBulkProductLaunchFile(
        { mode, file, pictures: photos, ...(supplier && { supplier_id: supplier }) },
        options,
      ),
    {
      done: ({ data, message }) => (data.launch_id ? message : null),
      refresh: ['launch.getLaunches'],
      failed: (error) => {
        if (error.code !== 'file_refused') return false
        setRefused(error)
        return true
      },
    },
  )
  const run = async (mode: Mode, file: File, photos: readonly File[]) => {
    turn.current += 1
    const mine = turn.current
    setBusy(mode)
    setTold(null)
    setRefused(null)
    const reply = await action.run({ mode, file, photos })
    if (mine !== turn.current) return
    setBusy(null)
    if (reply) setTold(reply.data)
  }
  const add = (files: readonly File[]) => {
    const books = files.filter(({ name }) => endsWith(name, ['.xlsx', '.csv']))
    const shown = files.filter(({ name }) => endsWith(name, pictureEndings))
    const known = new Set([...books, ...shown])
    setLeft(files.filter((one) => !known.has(one) && !isLitter(one.name)).map(({ name }) => name))
    const names = new Set(shown.map(({ name }) => name))
    const all = [...pictures.filter(({ name }) => !names.has(name)), ...shown]
    setProblem(null)
    if (books.length > 1 || (books.length === 0 && shown.length === 0)) return setProblem(problems.other)
    if (all.length > launchLimits.pictures) return setProblem(problems.many)
    const book = books[0] ?? workbook
    setWorkbook(book)
    setPictures(all)
    if (book) void run('check', book, all)
  }
  const clear = () => {
    turn.current += 1
    setWorkbook(null)
    setPictures([])
    setProblem(null)
    setLeft([])
    setBusy(null)
    setTold(null)
    setRefused(null)
  }
  const send = (mode: Mode) => {
    if (workbook) void run(mode, workbook, pictures)
  }
  return { workbook, pictures, problem, left, busy, told, refused, add, send, clear }
}

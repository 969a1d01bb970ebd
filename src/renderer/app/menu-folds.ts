import { usePreference } from '../actions/preferences.ts'

/** Entries that a menu shows at most to who has not folded or unfolded any of its groups. */
const MOST = 12

interface Group {
  key: string
  items: readonly { path: string }[]
}

/**
 * Keys of the groups that are open for who has not touched them: their own work and that of `landing` first, then the others in order,
 * while no more than twelve entries are shown.
 */
export function openAtFirst(groups: readonly Group[], landing: string): ReadonlySet<string> {
  const isNear = ({ key, items }: Group) => key === 'start' || items.some(({ path }) => path === landing)
  const open = new Set<string>()
  let room = MOST
  for (const { key, items } of [...groups.filter(isNear), ...groups.filter((one) => !isNear(one))]) {
    room -= items.length
    if (room < 0) break
    open.add(key)
  }
  return open
}

/** How a person likes the menu. */
interface MenuLikes {
  /** Groups by their keys; the others are as `openAtFirst` says. */
  folded: Readonly<Record<string, boolean>>
  /** Paths of screens, in the order in which they were pinned. */
  pinned: readonly string[]
}

function isLikes(saved: unknown): saved is MenuLikes {
  if (typeof saved !== 'object' || saved === null || !('folded' in saved) || !('pinned' in saved)) return false
  const { folded, pinned } = saved
  if (typeof folded !== 'object' || folded === null || !Array.isArray(pinned)) return false
  return (
    Object.values(folded).every((one) => typeof one === 'boolean') && pinned.every((one) => typeof one === 'string')
  )
}

const untouched: MenuLikes = { folded: {}, pinned: [] }

/** What this person folded and pinned, here and on other machines. */
export function useMenuLikes() {
  const [kept, keep] = usePreference('frame.menu', isLikes)
  const likes = kept ?? untouched
  return {
    ...likes,
    fold: (key: string, isFolded: boolean) => keep({ ...likes, folded: { ...likes.folded, [key]: isFolded } }),
    pin: (path: string) => keep({ ...likes, pinned: [...likes.pinned, path] }),
    unpin: (path: string) => keep({ ...likes, pinned: likes.pinned.filter((one) => one !== path) }),
  }
}

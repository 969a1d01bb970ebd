import { expect, it } from 'vitest'
import { pictureTurns } from '../../src/server/areas/photos/picture-turns.ts'

// Would catch: twenty-four slow pictures of one vendor that keep everybody else's photographs out until the last of them is drawn.
it('another person comes after one picture, and one person does not fill the waiting room', async () => {
  const turns = pictureTurns(1)
  const drawn: string[] = []
  const gates: (() => void)[] = []
  const take = (asker: string) =>
    turns
      .take(asker, async () => {
        drawn.push(asker)
        await new Promise<void>((done) => gates.push(done))
      })
      .catch(() => drawn.push(`${asker} refused`))
  const all = [...Array.from({ length: 12 }, () => take('vendor')), take('inspector'), take('inspector')]
  const isDone = Promise.all(all)
  let left = true
  void isDone.then(() => {
    left = false
  })
  while (left) {
    gates.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const served = drawn.filter((one) => !one.endsWith('refused'))
  expect(served.slice(0, 3)).toEqual(['vendor', 'inspector', 'vendor'])
  expect(served.filter((one) => one === 'inspector')).toHaveLength(2)
  expect(drawn.filter((one) => one === 'vendor refused')).toHaveLength(3)
})

import { expect, test } from 'vitest'
import { ref } from 'vue'
import { whenSeen } from './when-seen.ts'

test('a notice that lies under another one, or is gone, takes no key', () => {
  let done = 0
  const act = () => (done += 1)
  whenSeen(ref({ checkVisibility: () => false }), act)()
  whenSeen(ref(null), act)()
  expect(done).toBe(0)
  whenSeen(ref({ checkVisibility: () => true }), act)()
  expect(done).toBe(1)
})

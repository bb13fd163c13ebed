/** Takes every step, also after one that failed, and then throws the first failure. */
export async function inOrder(steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (caught) {
      failures.push(caught)
    }
  }
  if (failures.length > 0) throw failures[0]
}

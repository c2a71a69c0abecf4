import { createContext, useContext, useEffect, useEffectEvent, useState } from "react";
import { topModal } from "#web/ui/open-modals.ts";

/** The keys, with what each does. */
export const shortcutKeys = [
  { key: "J", does: "Open the next approval" },
  { key: "K", does: "Open the previous approval" },
  { key: "A", does: "Approve it, or ask whether to activate the account" },
  { key: "R", does: "Reject it (an account cannot be rejected)" },
  { key: "?", does: "Show these keys" },
];

/** For this long (ms) after an approval appears, the key A does nothing: nobody has seen it yet. */
const unseenFor = 700;
const storageKey = "approval-keys";

/** A letter typed into these is text, or chooses an option of a select. */
const typedInto = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";

let isPressing = false;

/** Whether a click comes from a key of a shortcut, which may have been meant as text. */
export const isShortcutPress = () => isPressing;

const unusedKeyWatchers = new Set<(key: string) => void>();

/** Calls `onPress` if the user presses `key` while no control of the screen has this shortcut. */
export function useUnusedKey(key: string, onPress: () => void) {
  const onKey = useEffectEvent((pressed: string) => pressed === key && onPress());
  useEffect(() => {
    const watcher = (pressed: string) => void onKey(pressed);
    unusedKeyWatchers.add(watcher);
    return () => void unusedKeyWatchers.delete(watcher);
  }, []);
}

/** Whether shortcut keys activate the controls inside this context. */
export const ShortcutKeys = createContext(false);

/**
 * For a control that has a shortcut key. While the keys are off, screen readers do not announce
 * them.
 */
export function useShortcut(key: string | null) {
  return useContext(ShortcutKeys) && key ? { "aria-keyshortcuts": key } : {};
}

/**
 * The shortcut of the key A, once the same version of an approval has been on screen for a moment.
 */
export function useApproveShortcut(shown: unknown) {
  const [seen, setSeen] = useState<unknown>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(shown), unseenFor);
    return () => clearTimeout(timer);
  }, [shown]);
  return useShortcut(seen === shown ? "A" : null);
}

/**
 * Presses a control of the screen by its key. A single letter can be typed by accident, and by
 * speech, so each user can turn the keys off (WCAG 2.1.4); the device remembers it.
 */
export function useShortcutKeys() {
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) !== "off");

  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const { target, repeat, ctrlKey, altKey, metaKey } = event;
      // A browser that fills in a form sends keydown events without a key.
      const key = String(event.key).toUpperCase();
      if (repeat || ctrlKey || altKey || metaKey || topModal() !== null) return;
      if (!shortcutKeys.some((shortcut) => shortcut.key === key)) return;
      if (target instanceof Element && target.closest(typedInto)) return;
      const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
      if (!control) {
        for (const watcher of unusedKeyWatchers) watcher(key);
        return;
      }
      event.preventDefault();
      // A modal that it opens returns the focus to it.
      control.focus();
      isPressing = true;
      control.click();
      isPressing = false;
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);

  const turn = (on: boolean) => {
    if (on) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, "off");
    setOn(on);
  };
  return { isOn, turn };
}

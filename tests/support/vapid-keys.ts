import webPush from "web-push";

const { publicKey, privateKey } = webPush.generateVAPIDKeys();

/** A pair as an installation has it. */
export const vapidKeys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };

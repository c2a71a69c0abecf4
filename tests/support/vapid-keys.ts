import webPush from "web-push";

const { publicKey, privateKey } = webPush.generateVAPIDKeys();

/** A valid pair of VAPID keys. */
export const vapidKeys = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };

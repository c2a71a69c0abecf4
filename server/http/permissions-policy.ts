/** What no page of the portal uses, so that nothing that gets into one can either. */
const unused = [
  "accelerometer",
  "bluetooth",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "hid",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

export const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(", ");
